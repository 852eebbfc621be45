package org.legio.ulfm.ports;

/**
 * Runs MPI's own collective operations on a communicator, without any protection.
 *
 * @param comm its handle
 */
public record UnprotectedCollectives(Pmpi pmpi, long comm) implements Collectives {

  @Override
  public CollectiveCall call(Collective operation) {
    return new CollectiveCall().of(operation);
  }

  @Override
  public void run(CollectiveCall call) throws Exception {
    pmpi.collective(comm, call);
  }

  @Override
  public long start(CollectiveCall call) throws Exception {
    return pmpi.startCollective(comm, call);
  }
}
