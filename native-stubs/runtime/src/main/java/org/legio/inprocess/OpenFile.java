package org.legio.inprocess;

/** A file as one rank has opened it. */
record OpenFile(String name) {}
