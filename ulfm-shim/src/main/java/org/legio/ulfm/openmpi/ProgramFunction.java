package org.legio.ulfm.openmpi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Calls a reduction of the program's own, an {@code mpi.UserFunction}. */
public final class ProgramFunction {
  private static final int BOOLEAN = 4;
  private static final VarHandle BASE_TYPE =
      BindingObjects.field("mpi.Datatype", "baseType", int.class);
  private static final VarHandle TYPE_HANDLE =
      BindingObjects.field("mpi.Datatype", "handle", long.class);
  private static final VarHandle HANDLE = BindingObjects.field("mpi.Op", "handle", long.class);
  private static final VarHandle COMMUTE = BindingObjects.field("mpi.Op", "commute", boolean.class);
  private static final MethodHandle ON_MEMORY = call(ByteBuffer.class);
  private static final MethodHandle ON_BOOLEANS = call(Object.class);

  private final Object function;

  /** Wraps a function. */
  public ProgramFunction(Object function) {
    this.function = function;
  }

  private static MethodHandle call(Class<?> operand) {
    Class<?> owner = Linker.bindingClass("mpi.UserFunction");
    Class<?> datatype = Linker.bindingClass("mpi.Datatype");
    try {
      return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
          .findVirtual(
              owner,
              "call",
              MethodType.methodType(void.class, operand, operand, int.class, datatype))
          .asType(
              MethodType.methodType(
                  void.class, Object.class, operand, operand, int.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("mpi.UserFunction.call cannot be reached", e);
    }
  }

  /** The handle of an {@code mpi.Op}. */
  public static long handle(Object op) {
    return (long) HANDLE.get(op);
  }

  /** Sets the handle of an {@code mpi.Op}. */
  public static void setHandle(Object op, long handle) {
    HANDLE.set(op, handle);
  }

  /** The handle of an {@code mpi.Datatype}. */
  public static long datatypeHandle(Object datatype) {
    return (long) TYPE_HANDLE.get(datatype);
  }

  /** Whether the operands of an {@code mpi.Op} may change places. */
  public static boolean isCommutative(Object op) {
    return (boolean) COMMUTE.get(op);
  }

  /**
   * Combines items: {@code right[i] = left[i] op right[i]}.
   *
   * @param datatype the {@code mpi.Datatype} of the items
   * @throws Throwable what the program's function throws
   */
  public void combine(ByteBuffer left, ByteBuffer right, int count, Object datatype)
      throws Throwable {
    if ((int) BASE_TYPE.get(datatype) == BOOLEAN) {
      boolean[] results = booleans(right);
      ON_BOOLEANS.invokeExact(function, (Object) booleans(left), (Object) results, count, datatype);
      for (int i = 0; i < results.length; i++) {
        right.put(i, (byte) (results[i] ? 1 : 0));
      }
    } else {
      ON_MEMORY.invokeExact(function, left, right, count, datatype);
    }
  }

  private static boolean[] booleans(ByteBuffer bytes) {
    boolean[] booleans = new boolean[bytes.limit()];
    for (int i = 0; i < booleans.length; i++) {
      booleans[i] = bytes.get(i) != 0;
    }
    return booleans;
  }
}
