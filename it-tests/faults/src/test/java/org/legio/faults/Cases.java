package org.legio.faults;

import static org.legio.faults.Data.blank;
import static org.legio.faults.Data.counts;
import static org.legio.faults.Data.mine;
import static org.legio.faults.Data.spread;
import static org.legio.faults.Data.spreadItems;
import static org.legio.faults.Data.zeros;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table of programs: each collective call in its forms. To add a call, add rows. */
final class Cases {
  private static final Form[] FORMS = {Form.INTS, Form.DIRECT, Form.OFFSET, Form.STRIDED};
  private static final Form[] NUMERIC = {Form.INTS, Form.DIRECT_DOUBLES, Form.OFFSET};
  private static final int ITEMS = 3;
  private static final int ROUNDS = 2;
  private static final int MANY = 4;

  private static final Set<String> COLLECTIVES =
      ofCollectives().stream().map(Case::name).collect(Collectors.toSet());

  private final List<Case> rows = new ArrayList<>();

  private Cases() {}

  private Cases collectives() {
    oneToAll();
    reductions();
    blocks();
    making();
    policies();
    return this;
  }

  private Cases others() {
    rows.addAll(MessageCases.all());
    rows.addAll(NonBlockingCases.all());
    rows.addAll(NeighborCases.all());
    add(RequestCases.all(), Extent.BRIEF);
    add(BlockCases.all(), Extent.BRIEF);
    add(TwoGroupCases.all(), Extent.BRIEF);
    add(FileCases.all(), Extent.BRIEF);
    add(WindowCases.all(), Extent.LEAST);
    return this;
  }

  static List<Case> all() {
    return new Cases().collectives().others().rows;
  }

  /** Those of blocking collectives, and of making communicators for them. */
  static List<Case> ofCollectives() {
    return new Cases().collectives().rows;
  }

  /** Whether a program is one of {@link #ofCollectives}. */
  static boolean isOfCollectives(Case program) {
    return COLLECTIVES.contains(program.name());
  }

  /** The row of a name. */
  static Case named(String name) {
    return all().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no case " + name));
  }

  private void add(List<Case> more, Extent extent) {
    more.forEach(each -> rows.add(each.to(extent)));
  }

  private void row(String name, Case.Step step) {
    rows.add(new Case(name, Settings.IGNORE, 2, repeated(step)));
  }

  private static Case.Program repeated(Case.Step step) {
    return mpi -> {
      for (int round = 0; round < ROUNDS; round++) {
        step.run(mpi.world(), round);
      }
    };
  }

  // ------------------------------------------------------------------ one to all

  private void oneToAll() {
    row("barrier", (comm, round) -> comm.barrier());
    for (Form form : FORMS) {
      row("bcast/" + form, bcast(form, ITEMS));
    }
    row("bcast/nothing", bcast(Form.INTS, 0));
    row(
        "bcast/last-root",
        (comm, round) -> bcastFrom(comm, Form.INTS, ITEMS, comm.size() - 1, round));
    rows.add(
        new Case(
            "bcast/reversed",
            Settings.IGNORE,
            2,
            mpi -> {
              Comm reversed = mpi.world().split(0, -mpi.rank());
              repeatedOn(reversed, bcast(Form.INTS, ITEMS));
            }));
  }

  private static void repeatedOn(Comm comm, Case.Step step) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      step.run(comm, round);
    }
  }

  /** More in a row than a lane of a board has entries: whoever need not wait runs ahead. */
  private static Case.Step many(Case.Step step) {
    return (comm, round) -> {
      for (int i = 0; i < MANY; i++) {
        step.run(comm, round * MANY + i);
      }
    };
  }

  private static Case.Step bcast(Form form, int items) {
    return (comm, round) -> bcastFrom(comm, form, items, 0, round);
  }

  static <T> T bcastFrom(Operations<T> comm, Form form, int items, int root, int round)
      throws Exception {
    return comm.bcast(
        comm.rank() == root ? mine(comm, form, items, round) : blank(form, items), root);
  }

  // ------------------------------------------------------------------ reductions

  private void reductions() {
    for (Form form : NUMERIC) {
      row(
          "reduce/" + form,
          (comm, round) ->
              comm.reduce(mine(comm, form, ITEMS, round), blank(form, ITEMS), Reduction.SUM, 0));
      row(
          "allReduce/" + form,
          (comm, round) ->
              comm.allReduce(mine(comm, form, ITEMS, round), blank(form, ITEMS), Reduction.SUM));
      row(
          "allReduce/in-place/" + form,
          (comm, round) -> comm.allReduce(null, mine(comm, form, ITEMS, round), Reduction.SUM));
      row(
          "scan/in-place/" + form,
          (comm, round) -> comm.scan(null, mine(comm, form, ITEMS, round), Reduction.SUM));
    }
    row(
        "reduce/in-place/last-root",
        (comm, round) -> {
          int root = comm.size() - 1;
          Cells own = mine(comm, Form.INTS, ITEMS, round);
          boolean isRoot = comm.rank() == root;
          comm.reduce(
              isRoot ? null : own, isRoot ? own : blank(Form.INTS, ITEMS), Reduction.SUM, root);
        });
    row(
        "reduce/non-commutative",
        (comm, round) ->
            comm.reduce(
                mine(comm, Form.INTS, ITEMS, round),
                blank(Form.INTS, ITEMS),
                Reduction.COMPOSE,
                comm.size() / 2));
    row(
        "allReduce/non-commutative",
        (comm, round) ->
            comm.allReduce(
                mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.COMPOSE));
    row(
        "allReduce/max",
        (comm, round) ->
            comm.allReduce(
                mine(comm, Form.LONGS, ITEMS, round), blank(Form.LONGS, ITEMS), Reduction.MAX));
    row(
        "allReduce/nothing",
        (comm, round) ->
            comm.allReduce(mine(comm, Form.INTS, 0, round), blank(Form.INTS, 0), Reduction.SUM));
    for (Reduction reduction : new Reduction[] {Reduction.SUM, Reduction.COMPOSE}) {
      row(
          "scan/" + reduction,
          (comm, round) ->
              comm.scan(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), reduction));
      row(
          "exScan/" + reduction,
          (comm, round) ->
              comm.exScan(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), reduction));
      row(
          "reduceScatter/" + reduction,
          (comm, round) -> {
            int[] counts = counts(comm.size());
            comm.reduceScatter(
                mine(comm, Form.INTS, IntStream.of(counts).sum(), round),
                blank(Form.INTS, 2),
                counts,
                reduction);
          });
    }
    row(
        "exScan/in-place",
        (comm, round) -> comm.exScan(null, mine(comm, Form.DOUBLES, ITEMS, round), Reduction.SUM));
    row(
        "reduceScatter/in-place",
        (comm, round) -> {
          int[] counts = counts(comm.size());
          int items = IntStream.of(counts).sum();
          comm.reduceScatter(null, mine(comm, Form.INTS, items, round), counts, Reduction.SUM);
        });
    row(
        "reduceScatterBlock",
        (comm, round) ->
            comm.reduceScatterBlock(
                mine(comm, Form.DIRECT, 2 * comm.size(), round),
                blank(Form.DIRECT, 2),
                2,
                Reduction.SUM));
    row(
        "reduceScatterBlock/in-place",
        (comm, round) ->
            comm.reduceScatterBlock(
                null, mine(comm, Form.INTS, 2 * comm.size(), round), 2, Reduction.SUM));
  }

  // ------------------------------------------------------------------ blocks by rank

  private void blocks() {
    for (Form form : FORMS) {
      row("gather/" + form, (comm, round) -> gather(comm, form, 0, round));
      row("scatter/" + form, (comm, round) -> scatter(comm, form, 0, round));
      row("allGather/" + form, (comm, round) -> allGather(comm, form, round));
      row("allToAll/" + form, (comm, round) -> allToAll(comm, form, round));
      row("gatherv/" + form, (comm, round) -> gatherv(comm, form, comm.size() - 1, round));
      row("scatterv/" + form, (comm, round) -> scatterv(comm, form, comm.size() - 1, round));
      row("allGatherv/" + form, (comm, round) -> allGatherv(comm, form, round));
      row("allToAllv/" + form, (comm, round) -> allToAllv(comm, form, round));
    }
    row("allToAllw/INTS", (comm, round) -> allToAllw(comm, Form.INTS, round));
    row("allToAllw/DIRECT", (comm, round) -> allToAllw(comm, Form.DIRECT_DOUBLES, round));
    row("gather/last-root", (comm, round) -> gather(comm, Form.INTS, comm.size() - 1, round));
    row("bcast/many", many((comm, round) -> bcastFrom(comm, Form.INTS, ITEMS, 0, round)));
    row("gather/many", many((comm, round) -> gather(comm, Form.INTS, 0, round)));
    row("scatter/many", many((comm, round) -> scatter(comm, Form.INTS, 0, round)));
    row("scatter/last-root", (comm, round) -> scatter(comm, Form.INTS, comm.size() - 1, round));
    row(
        "gather/in-place",
        (comm, round) ->
            comm.gather(null, mine(comm, Form.INTS, 2 * comm.size(), round), 2, comm.size() - 1));
    row(
        "scatter/in-place",
        (comm, round) -> comm.scatterInPlace(mine(comm, Form.INTS, 2 * comm.size(), round), 2, 0));
    row(
        "allGather/in-place",
        (comm, round) -> comm.allGather(null, mine(comm, Form.INTS, 2 * comm.size(), round), 2));
    row(
        "allGatherv/in-place",
        (comm, round) -> {
          int[] counts = counts(comm.size());
          comm.allGatherv(
              null, mine(comm, Form.INTS, spreadItems(counts), round), counts, spread(counts));
        });
    row(
        "allToAll/in-place",
        (comm, round) -> comm.allToAll(null, mine(comm, Form.INTS, 2 * comm.size(), round), 2));
  }

  static <T> T gather(Operations<T> comm, Form form, int root, int round) throws Exception {
    return comm.gather(mine(comm, form, 2, round), blank(form, 2 * comm.size()), 2, root);
  }

  static <T> T allGather(Operations<T> comm, Form form, int round) throws Exception {
    return comm.allGather(mine(comm, form, 2, round), blank(form, 2 * comm.size()), 2);
  }

  static <T> T allToAll(Operations<T> comm, Form form, int round) throws Exception {
    int items = 2 * comm.size();
    return comm.allToAll(mine(comm, form, items, round), blank(form, items), 2);
  }

  private static void scatter(Comm comm, Form form, int root, int round) throws Exception {
    boolean isRoot = comm.rank() == root;
    comm.scatter(isRoot ? mine(comm, form, 2 * comm.size(), round) : null, blank(form, 2), 2, root);
  }

  private static void gatherv(Comm comm, Form form, int root, int round) throws Exception {
    int[] counts = counts(comm.size());
    comm.gatherv(
        mine(comm, form, counts[comm.rank()], round),
        comm.rank() == root ? blank(form, spreadItems(counts)) : null,
        counts,
        spread(counts),
        root);
  }

  private static void scatterv(Comm comm, Form form, int root, int round) throws Exception {
    int[] counts = counts(comm.size());
    comm.scatterv(
        comm.rank() == root ? mine(comm, form, spreadItems(counts), round) : null,
        counts,
        spread(counts),
        blank(form, counts[comm.rank()]),
        root);
  }

  static <T> T allGatherv(Operations<T> comm, Form form, int round) throws Exception {
    int[] counts = counts(comm.size());
    return comm.allGatherv(
        mine(comm, form, counts[comm.rank()], round),
        blank(form, spreadItems(counts)),
        counts,
        spread(counts));
  }

  /** Rank r sends (r + s) mod 3 items to rank s. */
  static <T> T allToAllv(Operations<T> comm, Form form, int round) throws Exception {
    int[] counts = between(comm);
    Cells own = mine(comm, form, spreadItems(counts), round);
    Cells blank = blank(form, spreadItems(counts));
    return comm.allToAllv(own, counts, spread(counts), blank, counts, spread(counts));
  }

  static <T> T allToAllw(Operations<T> comm, Form form, int round) throws Exception {
    int[] counts = between(comm);
    Cells own = mine(comm, form, spreadItems(counts), round);
    Cells blank = blank(form, spreadItems(counts));
    return comm.allToAllw(own, counts, spread(counts), blank, counts, spread(counts));
  }

  private static int[] between(Operations<?> comm) {
    return IntStream.range(0, comm.size()).map(s -> (comm.rank() + s) % 3).toArray();
  }

  // ------------------------------------------------------------------ communicators

  private void making() {
    row(
        "dup",
        (comm, round) -> {
          Comm dup = comm.dup();
          sum(dup, round);
          dup.free();
        });
    rows.add(
        new Case(
            "two-dups",
            Settings.IGNORE,
            2,
            mpi -> {
              Comm first = mpi.world().dup();
              Comm second = mpi.world().dup();
              for (int round = 0; round < ROUNDS; round++) {
                sum(first, round);
                sum(second, round);
              }
            }));
    row(
        "dup/of-dup",
        (comm, round) -> {
          Comm dup = comm.dup();
          Comm again = dup.dup();
          dup.free();
          gather(again, Form.INTS, 0, round);
        });
    row(
        "split",
        (comm, round) -> {
          Comm half = comm.split(comm.rank() % 2, -comm.rank());
          sum(half, round);
          half.free();
        });
    row(
        "split/some",
        (comm, round) -> {
          Comm part = comm.split(comm.rank() == 0 ? -1 : 0, 0);
          if (part != null) {
            sum(part, round);
          }
        });
    row(
        "create",
        (comm, round) -> {
          int[] backwards = IntStream.range(0, comm.size()).map(r -> comm.size() - 1 - r).toArray();
          Comm made = comm.create(backwards);
          gather(made, Form.INTS, 0, round);
          made.free();
        });
    row(
        "create/some",
        (comm, round) -> {
          Comm made = comm.create(IntStream.range(0, (comm.size() + 1) / 2).toArray());
          if (made != null) {
            sum(made, round);
          }
        });
    row(
        "iDup",
        (comm, round) -> {
          Comm dup = comm.iDup();
          sum(dup, round);
          dup.disconnect();
        });
    row("createGroup", Cases::ofGroup);
    row("createGroup/halves", Cases::ofHalf);
    rows.add(
        new Case("createGroup/after-death", Settings.IGNORE, 2, Cases::ofGroupLater, Extent.BRIEF));
    row(
        "dupWithInfo",
        (comm, round) -> {
          Comm dup = comm.dupWithInfo();
          sum(dup, round);
          dup.free();
        });
    rows.add(
        new Case(
            "setInfo",
            Settings.IGNORE,
            2,
            repeated(
                (comm, round) -> {
                  comm.setInfo("legio.send.retries", "" + round);
                  sum(comm, round);
                }),
            Extent.BRIEF));
    row(
        "splitType",
        (comm, round) -> {
          Comm part = comm.splitType(-comm.rank());
          sum(part, round);
          part.free();
        });
    rows.add(
        new Case(
            "overlapping",
            Settings.IGNORE,
            3,
            mpi -> {
              int[] ranks = IntStream.range(0, mpi.size()).toArray();
              Comm low = mpi.world().create(Arrays.copyOfRange(ranks, 0, ranks.length - 1));
              Comm high = mpi.world().create(Arrays.copyOfRange(ranks, 1, ranks.length));
              for (int round = 0; round < ROUNDS; round++) {
                sumIfMember(low, round);
                sumIfMember(high, round);
              }
            }));
  }

  /** Ranks die before it is made of all, and of all but the last. */
  private static void ofGroupLater(Mpi mpi) throws Exception {
    Comm world = mpi.world();
    mpi.liveUntilHere();
    sum(world, 0);
    mpi.liveFromHere();
    ofGroup(world, 1);
    if (world.rank() < world.size() - 1) {
      Comm part = world.createGroup(IntStream.range(0, world.size() - 1).toArray());
      gather(part, Form.INTS, 0, 1);
      part.free();
    }
  }

  private static void ofGroup(Comm comm, int round) throws Exception {
    Comm made = comm.createGroup(IntStream.range(0, comm.size()).toArray());
    sum(made, round);
    made.free();
  }

  /** Even and odd ranks make one each, and none of the others takes part. */
  private static void ofHalf(Comm comm, int round) throws Exception {
    int[] half =
        IntStream.range(0, comm.size()).filter(each -> (each - comm.rank()) % 2 == 0).toArray();
    Comm made = comm.createGroup(half);
    sum(made, round);
    made.free();
  }

  private static void sumIfMember(Comm comm, int round) throws Exception {
    if (comm != null) {
      sum(comm, round);
    }
  }

  private static void sum(Comm comm, int round) throws Exception {
    comm.allReduce(mine(comm, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.SUM);
  }

  // ------------------------------------------------------------------ policies

  private void policies() {
    for (String name : List.of("bcast/INTS", "reduce/INTS", "gather/INTS", "scatter/INTS")) {
      rows.add(found(name).under("abort", Settings.ABORT));
      rows.add(found(name).under("default", Settings.DEFAULTS));
    }
    for (String name : List.of("gather/INTS", "gather/in-place")) {
      rows.add(
          found(name)
              .under(
                  "shift",
                  Settings.IGNORE.with(org.legio.core.settings.Setting.GATHER_SHIFT, "true")));
    }
    rows.add(
        found("scatter/INTS")
            .under(
                "shift",
                Settings.IGNORE.with(org.legio.core.settings.Setting.SCATTER_SHIFT, "true")));
    rows.add(new Case("blocks/zero", Settings.IGNORE, 2, repeated(Cases::intoZeros), Extent.BRIEF));
  }

  /** Lost blocks stay as they were, which is zero: what tells is a torn one. */
  private static void intoZeros(Comm comm, int round) throws Exception {
    int items = 2 * comm.size();
    comm.gather(mine(comm, Form.DIRECT, 2, round), zeros(Form.DIRECT, items), 2, 0);
    comm.allGather(mine(comm, Form.DIRECT, 2, round), zeros(Form.DIRECT, items), 2);
    comm.allToAll(mine(comm, Form.DIRECT, items, round), zeros(Form.DIRECT, items), 2);
  }

  private Case found(String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }
}
