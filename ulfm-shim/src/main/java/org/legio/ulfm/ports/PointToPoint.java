package org.legio.ulfm.ports;

import org.legio.ulfm.ports.Signature.Part;

/**
 * The operations that send and receive: one row each, the same for the form that blocks and the one
 * that returns a request. A persistent operation has only the latter. MPI standard 4.0, chapter 3.
 */
public enum PointToPoint implements ValueOperation {
  /** {@code MPI_Send}. */
  SEND("send", "iSend"),
  /** {@code MPI_Bsend}. */
  BUFFERED_SEND("bSend", "ibSend"),
  /** {@code MPI_Ssend}. */
  SYNCHRONOUS_SEND("sSend", "isSend"),
  /** {@code MPI_Rsend}. */
  READY_SEND("rSend", "irSend"),
  /** {@code MPI_Recv}. */
  RECEIVE("recv", "iRecv"),
  /** {@code MPI_Sendrecv}. */
  SEND_RECEIVE("sendRecv", ""),
  /** {@code MPI_Sendrecv_replace}: it sends from the place where it receives. */
  SEND_RECEIVE_REPLACE("sendRecvReplace", ""),
  /** {@code MPI_Send_init}. */
  PERSISTENT_SEND("", "sendInit"),
  /** {@code MPI_Bsend_init}. */
  PERSISTENT_BUFFERED_SEND("", "bSendInit"),
  /** {@code MPI_Ssend_init}. */
  PERSISTENT_SYNCHRONOUS_SEND("", "sSendInit"),
  /** {@code MPI_Rsend_init}. */
  PERSISTENT_READY_SEND("", "rSendInit"),
  /** {@code MPI_Recv_init}. */
  PERSISTENT_RECEIVE("", "recvInit");

  private final String call;
  private final String nonBlockingCall;

  PointToPoint(String call, String nonBlockingCall) {
    this.call = call;
    this.nonBlockingCall = nonBlockingCall;
  }

  @Override
  public ValueOperations kind() {
    return ValueOperations.MESSAGES;
  }

  @Override
  public String call() {
    return call;
  }

  @Override
  public String nonBlockingCall() {
    return nonBlockingCall;
  }

  @Override
  public String owner() {
    return "mpi.Comm";
  }

  @Override
  public Signature signature(boolean isBlocking) {
    Signature signature = new Signature();
    if (sends()) {
      with(signature, this == SEND_RECEIVE_REPLACE ? "received" : "sent", isBlocking);
      signature.with(Part.TO);
    }
    if (receives()) {
      if (this != SEND_RECEIVE_REPLACE) {
        with(signature, "received", isBlocking);
      }
      signature.with(Part.FROM);
    }
    return isBlocking && receives() ? signature.with(Part.STATUS) : signature;
  }

  private static void with(Signature signature, String data, boolean isBlocking) {
    signature.with(data, isBlocking ? Part.MEMORY : Part.NATIVE_MEMORY);
    signature.with(data, isBlocking ? Part.ITEMS : Part.NATIVE_ITEMS);
  }

  /** Whether it sends. */
  public boolean sends() {
    return this != RECEIVE && this != PERSISTENT_RECEIVE;
  }

  /** Whether it receives. */
  public boolean receives() {
    return !sends() || this == SEND_RECEIVE || this == SEND_RECEIVE_REPLACE;
  }
}
