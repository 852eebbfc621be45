package org.legio.runtime.process;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.RankState;
import org.legio.runtime.engine.datatype.ReduceOp;
import org.legio.ulfm.openmpi.ProgramFunction;
import org.legio.ulfm.ports.UserOperations;

/** Makes reductions that are functions of the program callable by the runtime. */
final class EmbeddedUserOperations implements UserOperations {
  private static final long NOT_MADE_YET = 0;

  /**
   * A reduction that has been made, and the program's objects of the datatypes that it has met:
   * several reductions by one operation may be under way, each on other items.
   */
  private static final class Made {
    final ProgramFunction function;
    private final Map<Object, Object> datatypes = Collections.synchronizedMap(new WeakHashMap<>());

    Made(ProgramFunction function) {
      this.function = function;
    }

    void meet(@Nullable Object type, Object datatype) {
      if (type != null) {
        datatypes.put(type, datatype);
      }
    }

    private Object programsObject(Object type) {
      Object known = datatypes.get(type);
      if (known == null) {
        throw new IllegalStateException("a reduction of items whose datatype it was not told");
      }
      return known;
    }

    /** The exception or error of the program's function ends the reduction, and is thrown by it. */
    void combine(ByteBuffer in, ByteBuffer inOut, int count, Object type) {
      try {
        function.combine(in, inOut, count, programsObject(type));
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw EmbeddedUserOperations.<RuntimeException>unchecked(e);
      }
    }
  }

  private final RankState state;
  private final Map<Long, Made> madeByHandle = new ConcurrentHashMap<>();

  EmbeddedUserOperations(RankState state) {
    this.state = state;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Override
  public synchronized void prepare(Object op, Object function, Object datatype) {
    Made made = madeByHandle.get(ProgramFunction.handle(op));
    Object type = state.datatype(ProgramFunction.datatypeHandle(datatype));
    if (made != null) {
      made.meet(type, datatype);
    } else if (ProgramFunction.handle(op) == NOT_MADE_YET) {
      Made fresh = new Made(new ProgramFunction(function));
      fresh.meet(type, datatype);
      long handle =
          state.addOperation(ReduceOp.ofTyped(fresh::combine, ProgramFunction.isCommutative(op)));
      madeByHandle.put(handle, fresh);
      ProgramFunction.setHandle(op, handle);
    }
  }

  @Override
  public boolean isMade(long opHandle) {
    return madeByHandle.containsKey(opHandle);
  }

  @Override
  public synchronized @Nullable Runnable retire(Object op) {
    long handle = ProgramFunction.handle(op);
    if (madeByHandle.remove(handle) == null) {
      return null;
    }
    ProgramFunction.setHandle(op, org.legio.runtime.engine.Predefined.OP_NULL);
    return () -> state.removeOperation(handle);
  }

  /** Has nothing to do: the call that reduces throws what the function has thrown. */
  @Override
  public void throwFailure(Object op) {}

  @Override
  public void throwFailureOf(long opHandle) {}
}
