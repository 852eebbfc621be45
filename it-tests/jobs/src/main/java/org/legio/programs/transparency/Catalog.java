package org.legio.programs.transparency;

import java.util.List;

/** All programs of the suite. */
public final class Catalog {
  private static final List<Program> PROGRAMS =
      List.of(
          new AllocatedWindows(),
          new ArrayKinds(),
          new Attributes(),
          new BigMessages(),
          new BroadcastRoots(),
          new BufferKinds(),
          new Cancellations(),
          new CartesianGrid(),
          new CollectivesAcross(),
          new ComplexNumbers(),
          new CreatedFromGroups(),
          new DerivedTypes(),
          new DistributedGraphs(),
          new Duplicates(),
          new EmptyBuffers(),
          new EveryoneKnows(),
          new FileErrors(),
          new FileInTwoSteps(),
          new FileLater(),
          new FileOfRecords(),
          new FilePointers(),
          new FileShared(),
          new FileSizes(),
          new FreedObjects(),
          new FreedRequests(),
          new GatherScatter(),
          new GraphOfFriends(),
          new GroupAlgebra(),
          new Handlers(),
          new HeatOnGrid(),
          new ImmediateModes(),
          new LaterMoves(),
          new LaterReductions(),
          new LaterUnevenMoves(),
          new LocalErrors(),
          new MatchedProbes(),
          new MessageOrder(),
          new NamesAndHints(),
          new NeighborTalk(),
          new NullRequests(),
          new OddAndEven(),
          new OverlappedWork(),
          new OwnOperations(),
          new PackedLetters(),
          new PartialItems(),
          new Particles(),
          new PersistentHalo(),
          new PersistentRing(),
          new PingPong(),
          new Ports(),
          new PredefinedOps(),
          new ProbedSizes(),
          new ReducedShares(),
          new Reductions(),
          new RingShift(),
          new RunningTotals(),
          new SendModes(),
          new StatusDetails(),
          new Surroundings(),
          new TestForms(),
          new Transpose(),
          new TruncatedMessages(),
          new TwoCamps(),
          new UnevenRows(),
          new WaitForms(),
          new WildcardHarvest(),
          new WindowEpochs(),
          new WindowErrors(),
          new WindowEveryone(),
          new WindowFences(),
          new WindowHints(),
          new WindowLocks(),
          new Winners(),
          new WrongArguments());

  private Catalog() {}

  /** The names of all. */
  public static List<String> names() {
    return PROGRAMS.stream().map(Catalog::name).toList();
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
