package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.legio.mpi.NativeLibrary;

/**
 * A reduction: one of those of {@link MPI}, or one made from a {@link UserFunction} (MPI 3.1,
 * section 5.9).
 */
public final class Op implements Freeable {
  /** What a user's reduction does; {@code null} for a predefined one. */
  protected final UserFunction uf;

  private boolean commute;
  private Datatype datatype;

  /** The native operation; 0 for a user's one that is to be made by the next call. */
  protected long handle;

  static {
    NativeLibrary.load();
    init();
  }

  private static native void init();

  /**
   * Makes a predefined operation.
   *
   * @param type index by which the native half knows it
   */
  protected Op(int type) {
    uf = null;
    commute = true;
    getOp(type);
  }

  private native void getOp(int type);

  /**
   * Makes an operation of the user's own; the native one is made when it is first used.
   *
   * <p>MPI_OP_CREATE, MPI 3.1 section 5.9.5.
   *
   * @param function what it does
   * @param commute whether the order of operands does not matter
   */
  public Op(UserFunction function, boolean commute) {
    uf = function;
    this.commute = commute;
  }

  /**
   * Gets ready for a call on items of a type.
   *
   * <p>The native half keeps, in the native operation, a reference to this object that is valid
   * only during the call that made the operation (Open MPI 5.0.7). So a user's operation is made
   * anew for every call.
   *
   * @param type type of the items to come
   */
  protected void setDatatype(Datatype type) {
    datatype = type;
    if (uf != null && !isNull()) {
      try {
        free();
      } catch (MPIException e) {
        throw new IllegalStateException("MPI_OP_FREE failed: " + e.getMessage(), e);
      }
      handle = 0;
    }
  }

  /**
   * Called by the native half to run the user's function.
   *
   * @param invec first operands: direct byte buffer, or {@code boolean[]}
   * @param inoutvec second operands and results, of the same kind
   * @param count number of items
   * @throws MPIException if the user's function does
   */
  protected void call(Object invec, Object inoutvec, int count) throws MPIException {
    if (datatype.baseType == Datatype.BOOLEAN) {
      uf.call(invec, inoutvec, count, datatype);
    } else {
      uf.call(
          ((ByteBuffer) invec).order(ByteOrder.nativeOrder()),
          ((ByteBuffer) inoutvec).order(ByteOrder.nativeOrder()),
          count,
          datatype);
    }
  }

  /**
   * Whether the order of operands does not matter.
   *
   * <p>MPI_OP_COMMUTATIVE, MPI 3.1 section 5.9.7.
   *
   * @return true when it does not
   */
  public boolean isCommutative() {
    return commute;
  }

  /**
   * Frees a user's operation; {@link #isNull} is then true.
   *
   * <p>MPI_OP_FREE, MPI 3.1 section 5.9.5.
   */
  @Override
  public native void free() throws MPIException;

  /**
   * Whether there is no native operation: freed, or not used yet.
   *
   * @return true when there is none
   */
  public native boolean isNull();
}
