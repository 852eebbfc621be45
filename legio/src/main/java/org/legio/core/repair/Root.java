package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.ulfm.CollectiveCall;

/**
 * The rank that an operation needs at all members.
 *
 * @param policy decides what happens when it is dead
 * @param rank its original rank
 * @param forRoot whether the result is for it, so that its death counts even when all others have
 *     completed the operation
 */
public record Root(Setting policy, int rank, boolean forRoot) {

  /** The root of a call; null if its operation has none. */
  public static @Nullable Root of(CollectiveCall call) {
    Setting policy =
        switch (call.operation()) {
          case BCAST -> Setting.BCAST_ROOT_FAILED;
          case GATHER, GATHERV -> Setting.GATHER_ROOT_FAILED;
          case SCATTER, SCATTERV -> Setting.SCATTER_ROOT_FAILED;
          case REDUCE -> Setting.REDUCE_ROOT_FAILED;
          default -> null;
        };
    return policy == null ? null : new Root(policy, call.root(), call.operation().isForRoot());
  }
}
