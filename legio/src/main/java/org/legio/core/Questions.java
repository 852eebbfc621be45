package org.legio.core;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.creation.NamedPolicies;
import org.legio.core.creation.UniformPolicies;
import org.legio.core.repair.Context;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.Setting;

/**
 * Answers the questions of programs that use {@code org.legio.Legio}, from what this rank knows.
 */
public final class Questions {
  private final Context context;
  private final CommunicatorRegistry registry;
  private final CallBlocks blocks;
  private final UniformPolicies uniform;
  private volatile boolean over;

  public Questions(Context context, CommunicatorRegistry registry, CallBlocks blocks) {
    this.context = context;
    this.registry = registry;
    this.blocks = blocks;
    this.uniform = new UniformPolicies(context);
  }

  /** Stops asking MPI, which is being finalized. */
  public void end() {
    over = true;
  }

  /** Whether any rank of the job is known to be dead. */
  public boolean isAnybodyDead() {
    return context.failedProcesses().any();
  }

  /**
   * The dead of a communicator, by original rank, ascending.
   *
   * @param comm an {@code mpi.Comm}; one that is not protected has no dead ranks
   */
  public int[] failedRanks(Object comm) {
    Communicator communicator = find(comm);
    if (communicator == null) {
      return new int[0];
    }
    if (!over) {
      communicator.discoverDeaths();
    }
    int[] members = communicator.members();
    int[] dead = new int[members.length];
    int count = 0;
    for (int original = 0; original < members.length; original++) {
      if (context.failedProcesses().isDead(members[original])) {
        dead[count++] = original;
      }
    }
    return Arrays.copyOf(dead, count);
  }

  /** Runs a block of calls as one operation; only runs it if the communicator is not protected. */
  public void block(Object comm, Substitute.Block block) throws Exception {
    Communicator communicator = over ? null : find(comm);
    if (communicator == null) {
      block.run();
    } else {
      blocks.run(communicator, block);
    }
  }

  /**
   * Puts a policy in force on a communicator for a stretch of code. Collective over its members if
   * it is one that all must choose alike.
   *
   * @param key its name
   * @return ends the stretch; null if the communicator is not protected
   * @throws IllegalArgumentException if the name or the value is wrong, or the members name
   *     different values
   */
  public @Nullable Runnable policy(Object comm, String key, String value) throws Exception {
    Setting policy = Setting.policyNamed(key);
    NamedPolicies named = NamedPolicies.of(policy, value, "Legio.policy");
    Communicator communicator = over ? null : find(comm);
    if (communicator != null && policy.isUniform()) {
      blocks.requireNone("Legio.policy of " + key);
      requireUniform(communicator, named);
    } else if (named.errorClass() != 0) {
      throw new IllegalArgumentException(named.refusal());
    }
    return communicator == null ? null : communicator.policies().begin(policy, value);
  }

  private void requireUniform(Communicator communicator, NamedPolicies named) throws Exception {
    @Nullable Exception[] refusal = {null};
    communicator
        .substitute()
        .collective("policy", (c, ranks) -> refusal[0] = uniform.refusal(c, named));
    if (refusal[0] != null) {
      throw new IllegalArgumentException(refusal[0].getMessage(), refusal[0]);
    }
  }

  /** Whether a handle is that of an {@code mpi.Comm}. */
  public boolean isOf(long handle, Object comm) {
    return context.binding().commHandle(comm) == handle;
  }

  private @Nullable Communicator find(Object comm) {
    return registry.peek(context.binding().commHandle(comm));
  }
}
