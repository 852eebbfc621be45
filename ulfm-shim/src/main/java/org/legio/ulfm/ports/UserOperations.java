package org.legio.ulfm.ports;

import org.jspecify.annotations.Nullable;

/**
 * Makes the reductions that programs define by functions of their own ({@code mpi.Op}) callable by
 * MPI: from any thread, at any depth of the stack, as long as an operation is under way.
 */
public interface UserOperations {

  /** For a runtime without such reductions. */
  UserOperations NONE =
      new UserOperations() {
        @Override
        public void prepare(Object op, Object function, Object datatype) {
          throw new UnsupportedOperationException("no operation can be made of " + function);
        }

        @Override
        public boolean isMade(long opHandle) {
          return false;
        }

        @Override
        public @Nullable Runnable retire(Object op) {
          return null;
        }

        @Override
        public void throwFailure(Object op) {}

        @Override
        public void throwFailureOf(long opHandle) {}
      };

  /**
   * Prepares an operation for a reduction: makes MPI's operation if there is none yet.
   *
   * @param op an {@code mpi.Op}
   * @param function its {@code mpi.UserFunction}
   * @param datatype the {@code mpi.Datatype} of the items
   */
  void prepare(Object op, Object function, Object datatype);

  /** Whether MPI's operation has been made of a function of the program. */
  boolean isMade(long opHandle);

  /**
   * Takes MPI's operation from an {@code mpi.Op}, which is null from then on.
   *
   * @return frees MPI's operation; to be run when no pending operation uses it any more. Null if
   *     {@link #prepare} has made none
   */
  @Nullable Runnable retire(Object op);

  /**
   * Throws, once, the exception that an operation's function has thrown while MPI called it. It was
   * kept until now because C code cannot pass exceptions on.
   *
   * @param op any {@code mpi.Op}
   */
  void throwFailure(Object op) throws Exception;

  /**
   * As {@link #throwFailure}, by the handle of MPI's operation, which may have been retired since.
   */
  void throwFailureOf(long opHandle) throws Exception;
}
