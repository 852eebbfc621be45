package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.legio.bench.plan.Run.Program;
import org.legio.bench.programs.Accuracy;
import org.legio.bench.programs.CallPrices;
import org.legio.bench.programs.DeathOfARank;
import org.legio.bench.programs.Docking;
import org.legio.bench.programs.FirstCollective;
import org.legio.bench.programs.GaussianPairs;
import org.legio.bench.programs.Jacobi;
import org.legio.bench.programs.Markov;
import org.legio.bench.programs.MessageCosts;
import org.legio.bench.programs.NasClass;
import org.legio.bench.programs.SparseProducts;
import org.legio.bench.programs.StartUp;
import org.legio.bench.programs.Stencil;
import org.legio.bench.programs.TaskFarm;

/**
 * Plans all runs of a suite in their order: round by round, and in each round the configurations of
 * one measurement directly after each other. So a disturbance of the machine hits all
 * configurations alike.
 */
public final class Plan {
  private static final int REPETITIONS = 5;
  private static final int OPERATIONS = 10;
  private static final int ACCESSES = 12;

  /** What goes over a board, and what goes by MPI. */
  private static final List<Integer> ACCESS_SIZES = List.of(4, 1 << 16);

  private static final List<Class<?>> APPLICATIONS =
      List.of(GaussianPairs.class, Docking.class, Stencil.class);

  private static final List<Class<?>> KERNELS =
      List.of(Docking.class, GaussianPairs.class, Jacobi.class, SparseProducts.class, Markov.class);

  private static final int START_RANKS = 8;
  private static final int ACCURACY_RANKS = 8; // half of them are lost at most
  private static final String ACCURACY_POINTS = "1000"; // of a rank
  private static final int ROUNDS_AS_SEED = 2; // of an application
  private static final int LIMIT_RANKS = 2;

  private static final int LONGER = 5;

  private static final int ROUNDS_PER_S = 10; // five repetitions of them, on two cores

  private final Effort effort;
  private final Lineup lineup;
  private final List<Run> runs = new ArrayList<>();

  private Plan(Effort effort, Lineup lineup) {
    this.effort = effort;
    this.lineup = lineup;
  }

  /**
   * Plans a suite.
   *
   * @param parts the parts that it has
   * @param lineup the configurations that are compared
   */
  public static List<Run> of(Collection<Part> parts, Effort effort, Lineup lineup) {
    Plan plan = new Plan(effort, lineup);
    parts.forEach(plan::add);
    return plan.runs;
  }

  private void add(Part part) {
    int rounds = rounds(part);
    for (int round = 0; round < rounds; round++) {
      switch (part) {
        case SIZES ->
            addPrices(part, round, CallPrices.OPERATIONS, effort.ranks().sizes(), effort.sizes());
        case RANKS ->
            addPrices(
                part,
                round,
                CallPrices.OPERATIONS,
                effort.ranks().ranks(),
                effort.sizes().subList(0, 1));
        case MESSAGES -> addMessages(round);
        case ACCESSES ->
            addPrices(part, round, CallPrices.ACCESSES, effort.ranks().pairs(), ACCESS_SIZES);
        case REPAIR -> addRepairs(round);
        case APPLICATIONS -> addApplications(round);
        case STARTUP -> addStartUp(round);
        case REPLICAS -> addReplicas(round);
        case LIMIT -> addLimit(round);
        case ACCURACY -> addAccuracy(round);
        case KERNELS -> addKernels(round);
        case EP -> addNasEp(round);
        case NAS -> addNasKernels(round);
      }
    }
  }

  private int rounds(Part part) {
    return switch (part) {
      case SIZES -> effort.rounds().sizes();
      case RANKS -> effort.rounds().ranks();
      case ACCESSES, MESSAGES -> effort.rounds().accesses();
      case REPAIR -> effort.rounds().repair();
      case APPLICATIONS, EP -> effort.rounds().applications();
      case STARTUP, KERNELS -> effort.rounds().startup();
      case ACCURACY -> effort.applicationRounds() / ROUNDS_AS_SEED;
      case LIMIT, REPLICAS, NAS -> effort.rounds().replicas();
    };
  }

  private void add(
      Part part,
      Variant beneath,
      int ranks,
      int round,
      Class<?> program,
      List<String> arguments,
      int seconds) {
    runs.add(
        new Run(
            part, beneath.name(), beneath, ranks, round, new Program(program, arguments), seconds));
  }

  private void addPrices(
      Part part, int round, String set, List<Integer> ranks, List<Integer> sizes) {
    int calls = part == Part.ACCESSES ? ACCESSES : OPERATIONS;
    PriceRuns jobs = new PriceRuns(part, set, calls, sizes);
    for (int count : ranks) {
      List<Variant> beneath =
          lineup.of(Variant.PLAIN, Variant.FLAT, Variant.BY_MESSAGES, Variant.HIERARCHICAL);
      runs.addAll(jobs.of(beneath, effort, count, round));
    }
  }

  private void addRepairs(int round) {
    for (int count : effort.ranks().repairs()) {
      List<Variant> beneath = lineup.of(Variant.BY_HAND, Variant.FLAT, Variant.HIERARCHICAL);
      runs.addAll(RepairRuns.of(beneath, count, round));
    }
  }

  private void addApplications(int round) {
    for (int ranks : effort.ranks().applications()) {
      for (Class<?> program : APPLICATIONS) {
        for (Variant beneath :
            lineup.of(Variant.PLAIN, Variant.FLAT, Variant.BY_MESSAGES, Variant.HIERARCHICAL)) {
          addApplication(round, program, beneath, ranks, 0);
        }
      }
    }
    int ranks = effort.ranks().deaths();
    for (Class<?> program : List.of(GaussianPairs.class, Docking.class)) {
      for (int deaths = 1; deaths <= 2; deaths++) {
        for (Variant beneath : lineup.of(Variant.FLAT, Variant.BY_MESSAGES, Variant.HIERARCHICAL)) {
          addApplication(round, program, beneath, ranks, deaths);
        }
      }
    }
  }

  private void addKernels(int round) {
    int longer = LONGER * effort.applicationRounds(); // than the JIT compiler takes
    List<String> arguments = List.of(String.valueOf(longer), String.valueOf(REPETITIONS));
    for (Class<?> program : KERNELS) {
      for (int ranks : effort.ranks().pairs()) { // with --host, the two are on two
        for (Variant beneath : lineup.of(Variant.PLAIN)) {
          add(Part.KERNELS, beneath, ranks, round, program, arguments, 6);
        }
      }
    }
  }

  private void addNasEp(int round) {
    for (NasClass size : effort.classes()) {
      for (int ranks : effort.ranks().applications()) {
        List<Variant> compared = lineup.of(Variant.PLAIN, Variant.FLAT, Variant.HIERARCHICAL);
        runs.addAll(EpRuns.of(size, compared, ranks, round));
      }
    }
  }

  private void addNasKernels(int round) {
    if (lineup.runtimes().equals(List.of(MpiRuntime.EMBEDDED))) {
      for (NasClass size : effort.classes()) {
        runs.addAll(NasRuns.of(size, effort.ranks().deaths(), round));
      }
    }
  }

  private void addApplication(int round, Class<?> program, Variant beneath, int ranks, int deaths) {
    int rounds = effort.applicationRounds();
    int seconds = 1 + rounds / ROUNDS_PER_S;
    runs.add(
        new ApplicationRun(Part.APPLICATIONS, program, rounds, rounds, REPETITIONS, seconds)
            .of(beneath, ranks, round, deaths));
  }

  /** Only the embedded runtime has them; they are not what two runtimes are compared by. */
  private void addReplicas(int round) {
    if (!lineup.runtimes().equals(List.of(MpiRuntime.EMBEDDED))) {
      return;
    }
    for (int ranks = 1; ranks <= 2; ranks++) { // one leaves cores to replicas
      for (Variant beneath : Variant.SURVIVALS) {
        add(Part.REPLICAS, beneath, ranks, round, MessageCosts.class, messages(), 1);
      }
    }
    int work = effort.applicationRounds();
    int many = effort.ranks().deaths();
    for (Class<?> program : APPLICATIONS) {
      addSurvivals(1, round, program, work);
      addSurvivals(many, round, program, work);
    }
    addSurvivals(many, round, TaskFarm.class, work);
    int longer = LONGER * work; // than it takes to start a process anew
    for (Death death : Death.AT_A_THIRD) {
      List<String> arguments =
          List.of(String.valueOf(longer), String.valueOf(death.hasCheckpoints()));
      addSurvival(death.label(), death.of(longer), many, round, DeathOfARank.class, arguments);
    }
  }

  private void addMessages(int round) {
    for (int ranks : effort.ranks().sizes()) {
      for (Variant beneath :
          lineup.of(Variant.PLAIN, Variant.FLAT, Variant.BY_MESSAGES, Variant.HIERARCHICAL)) {
        add(Part.MESSAGES, beneath, ranks, round, MessageCosts.class, messages(), 1);
      }
    }
  }

  /** A call takes about a microsecond. */
  private List<String> messages() {
    return List.of(String.valueOf(effort.blocks()), String.valueOf(effort.blockUs()));
  }

  private void addLimit(int round) {
    List<String> arguments = new ArrayList<>(messages());
    arguments.add(MessageCosts.WITH_LIMIT);
    for (Variant beneath : lineup.of(Variant.PLAIN, Variant.FLAT)) {
      add(Part.LIMIT, beneath, LIMIT_RANKS, round, MessageCosts.class, arguments, 0);
    }
  }

  private void addAccuracy(int round) {
    for (int lost = 0; lost <= ACCURACY_RANKS / 2; lost++) {
      Loss loss = new Loss(lost, ACCURACY_RANKS);
      for (Variant beneath : lineup.of(Variant.FLAT)) {
        List<String> arguments =
            List.of(String.valueOf(round), String.valueOf(lost), ACCURACY_POINTS);
        Variant killed = loss.of(beneath, Accuracy.DEATHS, round);
        Program program = new Program(Accuracy.class, arguments);
        runs.add(
            new Run(Part.ACCURACY, loss.label(beneath), killed, ACCURACY_RANKS, round, program, 1));
      }
    }
  }

  private void addSurvivals(int ranks, int round, Class<?> program, int work) {
    List<String> arguments = List.of(String.valueOf(work), "1");
    for (Variant beneath : Variant.SURVIVALS) {
      addSurvival(beneath.name(), beneath, ranks, round, program, arguments);
    }
  }

  private void addSurvival(
      String label,
      Variant beneath,
      int ranks,
      int round,
      Class<?> program,
      List<String> arguments) {
    int seconds = 1 + effort.applicationRounds() / ROUNDS_PER_S;
    runs.add(
        new Run(
            Part.REPLICAS, label, beneath, ranks, round, new Program(program, arguments), seconds));
  }

  private void addStartUp(int round) {
    for (Variant beneath : lineup.of(Variant.PLAIN, Variant.FLAT, Variant.HIERARCHICAL)) {
      add(Part.STARTUP, beneath, 2, round, StartUp.class, List.of(), 0);
    }
    for (Variant beneath : lineup.of(Variant.PLAIN, Variant.FLAT, Variant.HIERARCHICAL)) {
      add(Part.STARTUP, beneath, START_RANKS, round, FirstCollective.class, List.of(), 0);
    }
  }
}
