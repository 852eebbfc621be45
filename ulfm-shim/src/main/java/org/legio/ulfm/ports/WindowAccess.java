package org.legio.ulfm.ports;

import org.legio.ulfm.ports.Signature.Part;

/**
 * The ways to access a target's memory: one row each, the same for the forms that return a request
 * and those that do not. MPI standard 4.0, section 12.3.
 */
public enum WindowAccess implements ValueOperation {
  /** {@code MPI_Put}. */
  PUT("put"),
  /** {@code MPI_Get}. */
  GET("get"),
  /** {@code MPI_Accumulate}. */
  ACCUMULATE("accumulate"),
  /** {@code MPI_Get_accumulate}. */
  GET_ACCUMULATE("getAccumulate"),
  /** {@code MPI_Fetch_and_op}. */
  FETCH_AND_OP("fetchAndOp"),
  /** {@code MPI_Compare_and_swap}. */
  COMPARE_AND_SWAP("compareAndSwap");

  private final String call;

  WindowAccess(String call) {
    this.call = call;
  }

  @Override
  public ValueOperations kind() {
    return ValueOperations.WINDOW_ACCESSES;
  }

  @Override
  public String call() {
    return call;
  }

  @Override
  public String nonBlockingCall() {
    return isOfOneElement() ? "" : ValueOperation.prefixed('r', call);
  }

  @Override
  public String owner() {
    return "mpi.Win";
  }

  @Override
  public Signature signature(boolean isBlocking) {
    Signature signature = new Signature();
    with(signature, "origin");
    if (this == COMPARE_AND_SWAP) {
      with(signature, "compare");
    }
    if (!isTransfer() && this != ACCUMULATE) {
      with(signature, "result");
    }
    signature.with(isOfOneElement() ? Part.ELEMENT : Part.TARGET);
    if (this == COMPARE_AND_SWAP) {
      return signature;
    }
    return (isTransfer() ? signature : signature.with(Part.REDUCTION)).with(Part.BASE_TYPE);
  }

  private void with(Signature signature, String data) {
    signature.with(data, Part.NATIVE_MEMORY);
    if (!isOfOneElement()) {
      signature.with(data, Part.NATIVE_ITEMS);
    }
  }

  private boolean isOfOneElement() {
    return this == FETCH_AND_OP || this == COMPARE_AND_SWAP;
  }

  /** Whether it only reads or only writes, and combines nothing. */
  public boolean isTransfer() {
    return this == PUT || this == GET;
  }

  /** Whether the caller gets data from the target's memory. */
  public boolean isRead() {
    return this != PUT && this != ACCUMULATE;
  }
}
