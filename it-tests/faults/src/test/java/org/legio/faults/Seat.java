package org.legio.faults;

import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * The parts of the runtime that one rank of a test program uses.
 *
 * @param rank its rank in the world
 * @param pmpi its MPI
 * @param ulfm its fault tolerance
 * @param binding its handles, statuses and exceptions
 * @param job its job
 * @param fabric its datatypes and operations
 * @param folder where its files are
 */
record Seat(
    int rank, Pmpi pmpi, Ulfm ulfm, Binding binding, Job job, Fabric fabric, Folder folder) {

  Seat with(Pmpi other) {
    return new Seat(rank, other, ulfm, binding, job, fabric, folder);
  }

  Seat with(Fabric other) {
    return new Seat(rank, pmpi, ulfm, binding, job, other, folder);
  }

  Seat with(Ulfm other) {
    return new Seat(rank, pmpi, other, binding, job, fabric, folder);
  }

  Seat with(Job other) {
    return new Seat(rank, pmpi, ulfm, binding, other, fabric, folder);
  }
}
