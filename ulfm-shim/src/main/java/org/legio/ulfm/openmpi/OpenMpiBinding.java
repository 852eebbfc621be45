package org.legio.ulfm.openmpi;

import static org.legio.ulfm.openmpi.library.MpiLibrary.predefined;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.UserOperations;

/** The {@link Binding} of Open MPI. Must be made after the MPI library is loaded. */
public final class OpenMpiBinding extends JavaBinding {
  /** {@code MPI_MAX_ERROR_STRING}. */
  private static final int MAX_ERROR_STRING = 256;

  private final long commNull = predefined("ompi_mpi_comm_null");
  private final long requestNull = predefined("ompi_request_null");
  private final long requestEmpty = predefined("ompi_request_empty");
  private final long messageNull = predefined("ompi_message_null");
  private final long messageNoProc = predefined("ompi_message_no_proc");
  private final long errorsReturn = predefined("ompi_mpi_errors_return");
  private final long intType = predefined("ompi_mpi_int");
  private final long sum = predefined("ompi_mpi_op_sum");
  private final long replace = predefined("ompi_mpi_op_replace");
  private final long noOperation = predefined("ompi_mpi_op_no_op");
  private final UserOperations userOperations = new OpenMpiUserOperations();

  @Override
  public boolean isThreadMultiple() {
    IntByReference provided = new IntByReference();
    NativeLibrary.getInstance(MpiLibrary.NAME)
        .getFunction("MPI_Query_thread")
        .invokeInt(new Object[] {provided});
    return provided.getValue() == MpiConstants.THREAD_MULTIPLE;
  }

  @Override
  public long commWorld() {
    return predefined("ompi_mpi_comm_world");
  }

  @Override
  public long commSelf() {
    return predefined("ompi_mpi_comm_self");
  }

  @Override
  public long commNull() {
    return commNull;
  }

  @Override
  public long requestNull() {
    return requestNull;
  }

  @Override
  public long requestEmpty() {
    return requestEmpty;
  }

  @Override
  public long messageNull() {
    return messageNull;
  }

  @Override
  public long messageNoProc() {
    return messageNoProc;
  }

  @Override
  public long errorsReturn() {
    return errorsReturn;
  }

  @Override
  public long intType() {
    return intType;
  }

  @Override
  public long infoNull() {
    return predefined("ompi_mpi_info_null");
  }

  @Override
  public long windowNull() {
    return predefined("ompi_mpi_win_null");
  }

  @Override
  public long sum() {
    return sum;
  }

  @Override
  public long replace() {
    return replace;
  }

  @Override
  public long noOperation() {
    return noOperation;
  }

  @Override
  public String errorText(int errorCode) {
    try (Memory text = new Memory(MAX_ERROR_STRING);
        Memory length = new Memory(Integer.BYTES)) {
      int status =
          NativeLibrary.getInstance(MpiLibrary.NAME)
              .getFunction("MPI_Error_string")
              .invokeInt(new Object[] {errorCode, text, length});
      return status == 0 ? text.getString(0) : "no error code that MPI knows";
    }
  }

  @Override
  public long byteType() {
    return predefined("ompi_mpi_byte");
  }

  @Override
  public UserOperations userOperations() {
    return userOperations;
  }
}
