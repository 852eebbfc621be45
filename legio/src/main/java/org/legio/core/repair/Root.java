package org.legio.core.repair;

import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Policies;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.CollectiveCall;

/**
 * The rank that an operation needs at all members.
 *
 * @param policy decides what happens when it is dead
 * @param inForce the policies in force when the operation was called
 * @param rank its original rank
 * @param forRoot whether the result is for it, so that its death counts even when all others have
 *     completed the operation
 */
public record Root(Setting policy, Policies inForce, int rank, boolean forRoot) {

  /** The root of a call that begins now; null if its operation has none. */
  public static @Nullable Root of(CollectiveCall call, Policies inForce) {
    Setting policy =
        switch (call.operation()) {
          case BCAST -> Setting.BCAST_ROOT_FAILED;
          case GATHER, GATHERV -> Setting.GATHER_ROOT_FAILED;
          case SCATTER, SCATTERV -> Setting.SCATTER_ROOT_FAILED;
          case REDUCE -> Setting.REDUCE_ROOT_FAILED;
          case BARRIER,
              ALL_GATHER,
              ALL_GATHERV,
              ALL_TO_ALL,
              ALL_TO_ALLV,
              ALL_TO_ALLW,
              ALL_REDUCE,
              REDUCE_SCATTER,
              REDUCE_SCATTER_BLOCK,
              SCAN,
              EX_SCAN,
              NEIGHBOR_ALL_GATHER,
              NEIGHBOR_ALL_GATHERV,
              NEIGHBOR_ALL_TO_ALL,
              NEIGHBOR_ALL_TO_ALLV ->
              null;
        };
    return policy == null
        ? null
        : new Root(policy, inForce, call.root(), call.operation().isForRoot());
  }
}
