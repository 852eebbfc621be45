package org.legio.ulfm;

import org.jspecify.annotations.Nullable;

/**
 * The reductions that programs make of functions of their own ({@code mpi.Op}), so that MPI can
 * call them from any thread, at any depth of the stack, as long as an operation is under way.
 */
public interface UserOperations {

  /** Where there are none. */
  UserOperations NONE =
      new UserOperations() {
        @Override
        public void prepare(Object op, Object function, Object datatype) {
          throw new UnsupportedOperationException("no operation can be made of " + function);
        }

        @Override
        public @Nullable Runnable retire(Object op) {
          return null;
        }

        @Override
        public void throwFailure(Object op) {}
      };

  /**
   * Gets an operation ready for a reduction: makes MPI's if there is none yet.
   *
   * @param op an {@code mpi.Op}
   * @param function its {@code mpi.UserFunction}
   * @param datatype the {@code mpi.Datatype} of the items
   */
  void prepare(Object op, Object function, Object datatype);

  /**
   * Takes MPI's operation from an {@code mpi.Op}, which is null from then on.
   *
   * @return frees what was taken, to be run when nothing under way uses it any more; null if {@link
   *     #prepare} has made none
   */
  @Nullable Runnable retire(Object op);

  /**
   * Throws what an operation's function has thrown to MPI, which knows no exceptions; once.
   *
   * @param op any {@code mpi.Op}
   */
  void throwFailure(Object op) throws Exception;
}
