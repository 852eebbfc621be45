package org.legio.programs;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;

/** The kinds of windows that can be accessed from Java. */
enum WindowKind {
  CREATED {
    @Override
    Win make(Buffer memory, Comm comm) throws MPIException {
      return new Win(memory, memory.capacity(), 1, MPI.INFO_NULL, comm);
    }

    /**
     * All but the bitwise and logical ones, whose results are wrong in Open MPI 5.0.7's osc/rdma.
     */
    @Override
    Op[] operations() {
      return new Op[] {MPI.SUM, MPI.PROD, MPI.MAX, MPI.MIN, MPI.REPLACE};
    }
  },
  ALLOCATED {
    @Override
    Win make(Buffer memory, Comm comm) throws MPIException {
      return allocate(memory, comm, Win.FLAVOR_PRIVATE);
    }
  },
  SHARED {
    @Override
    Win make(Buffer memory, Comm comm) throws MPIException {
      return allocate(memory, comm, Win.FLAVOR_SHARED);
    }
  };

  /**
   * Makes a window.
   *
   * @param memory the memory that a created window exposes; other windows allocate as much
   */
  abstract Win make(Buffer memory, Comm comm) throws MPIException;

  /** The operations whose results on such windows can be compared between runs. */
  Op[] operations() {
    return new Op[] {
      MPI.SUM,
      MPI.PROD,
      MPI.MAX,
      MPI.MIN,
      MPI.REPLACE,
      MPI.BAND,
      MPI.BOR,
      MPI.BXOR,
      MPI.LAND,
      MPI.LOR,
      MPI.LXOR
    };
  }

  private static Win allocate(Buffer memory, Comm comm, int flavor) throws MPIException {
    ByteBuffer address = MPI.newByteBuffer(Long.BYTES);
    int bytes = memory.capacity() * Long.BYTES;
    return new Win(bytes, Long.BYTES, MPI.INFO_NULL, comm, address, flavor);
  }
}
