package org.legio.inprocess;

/** Memory that other ranks may write to and read from, as one of them has it. */
record Window(Comm comm) {}
