package org.legio.core;

import java.util.Arrays;

/**
 * Refuses the calls that cannot be protected once a rank has died, before MPI fails in them or
 * hangs: each with an exception that names the call and the remedy.
 */
public final class Refusals {
  private static final int ERR_UNSUPPORTED_OPERATION = 52;

  private final Context context;

  Refusals(Context context) {
    this.context = context;
  }

  /**
   * Returns if nobody is known to be dead.
   *
   * @param call the call's name, as users know it
   * @param remedy what to do instead
   * @throws Exception the binding's own, of class {@code MPI_ERR_UNSUPPORTED_OPERATION}, if anybody
   *     has died
   */
  public void check(String call, String remedy) throws Exception {
    context.discoverDeaths();
    if (context.deaths().any()) {
      throw context
          .binding()
          .newException(
              ERR_UNSUPPORTED_OPERATION,
              "legio: %s is refused, for ranks %s of MPI_COMM_WORLD are dead and it cannot be protected: %s"
                  .formatted(call, Arrays.toString(context.deaths().ranks()), remedy));
    }
  }
}
