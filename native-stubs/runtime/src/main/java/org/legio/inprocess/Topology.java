package org.legio.inprocess;

/** Who is whose neighbour in a communicator. */
final class Topology {}
