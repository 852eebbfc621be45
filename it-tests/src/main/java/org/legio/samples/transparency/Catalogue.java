package org.legio.samples.transparency;

import java.util.List;

/** All programs of the suite. */
public final class Catalogue {
  private static final List<Program> PROGRAMS =
      List.of(
          new ArrayKinds(),
          new BigMessages(),
          new BroadcastRoots(),
          new BufferKinds(),
          new Cancellations(),
          new EveryoneKnows(),
          new GatherScatter(),
          new ImmediateModes(),
          new LaterMoves(),
          new LaterReductions(),
          new LaterUnevenMoves(),
          new MatchedProbes(),
          new MessageOrder(),
          new NullRequests(),
          new OverlappedWork(),
          new OwnOperations(),
          new PersistentHalo(),
          new PersistentRing(),
          new PingPong(),
          new PredefinedOps(),
          new ProbedSizes(),
          new ReducedShares(),
          new Reductions(),
          new RingShift(),
          new RunningTotals(),
          new SendModes(),
          new TestForms(),
          new Transpose(),
          new UnevenRows(),
          new WaitForms(),
          new WildcardHarvest(),
          new Winners());

  private Catalogue() {}

  /** The names of all. */
  public static List<String> names() {
    return PROGRAMS.stream().map(Catalogue::name).toList();
  }

  /** The program of that name. */
  static Program program(String name) {
    return PROGRAMS.stream()
        .filter(program -> name(program).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("no program is called " + name + "; see " + names()));
  }

  private static String name(Program program) {
    return program.getClass().getSimpleName();
  }
}
