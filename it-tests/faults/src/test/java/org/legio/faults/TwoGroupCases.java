package org.legio.faults;

import static org.legio.faults.Data.blank;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.MpiConstants;

/** The table of programs on communicators of two groups: the even and the odd ranks. */
final class TwoGroupCases {

  /** What is done across, again and again. */
  @FunctionalInterface
  private interface Step {
    void run(TwoGroups across, int round) throws Exception;
  }

  private static final int ITEMS = 2;
  private static final int ROUNDS = 2;
  private static final int TAG = 5;

  private final List<Case> rows = new ArrayList<>();

  private TwoGroupCases() {
    making();
    collectives();
    messages();
    policies();
  }

  static List<Case> all() {
    return new TwoGroupCases().rows;
  }

  private static TwoGroups halves(Mpi mpi) throws Exception {
    Comm half = Objects.requireNonNull(mpi.world().split(mpi.rank() % 2, 0));
    TwoGroups across = TwoGroups.make(mpi, half, 0, 1 - mpi.rank() % 2);
    half.free();
    return Objects.requireNonNull(across);
  }

  private void row(String name, Step step) {
    rows.add(
        new Case(
            "across/" + name,
            Settings.IGNORE,
            2,
            mpi -> {
              TwoGroups across = halves(mpi);
              mpi.liveUntilHere();
              for (int round = 0; round < ROUNDS; round++) {
                step.run(across, round);
              }
              across.free();
            }));
  }

  // ------------------------------------------------------------------ making

  private void making() {
    rows.add(new Case("across/create", Settings.IGNORE, 2, TwoGroupCases::create));
    rows.add(new Case("across/create-after-death", Settings.IGNORE, 2, TwoGroupCases::createLater));
    row("dup", TwoGroupCases::dup);
    row("merge", TwoGroupCases::merge);
  }

  /** Ranks die while it is made; among them may be a leader, or both. */
  private static void create(Mpi mpi) throws Exception {
    Comm half = Objects.requireNonNull(mpi.world().split(mpi.rank() % 2, 0));
    mpi.communicators().setErrhandler(half.communicator(), mpi.binding().errorsReturn());
    mpi.liveUntilHere();
    for (int round = 0; round < ROUNDS; round++) {
      TwoGroups across = TwoGroups.make(mpi, half, 0, 1 - mpi.rank() % 2);
      if (across != null) {
        sum(across, round);
        across.free();
      }
    }
    half.free();
  }

  /** Ranks die before it is made; among them may be a leader. */
  private static void createLater(Mpi mpi) throws Exception {
    Comm half = Objects.requireNonNull(mpi.world().split(mpi.rank() % 2, 0));
    mpi.communicators().setErrhandler(half.communicator(), mpi.binding().errorsReturn());
    mpi.liveUntilHere();
    half.barrier();
    mpi.liveFromHere();
    TwoGroups across = TwoGroups.make(mpi, half, 0, 1 - mpi.rank() % 2);
    if (across != null) {
      sum(across, 0);
      across.disconnect();
    }
    half.free();
  }

  private static void dup(TwoGroups across, int round) throws Exception {
    TwoGroups dup = across.dup();
    sum(dup, round);
    dup.free();
  }

  private static void merge(TwoGroups across, int round) throws Exception {
    Comm all = across.merge(across.isLocal(round % 2));
    all.allReduce(
        Data.mine(all, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.COMPOSE);
    Comm part = Objects.requireNonNull(all.split(all.rank() / 2, -all.rank()));
    part.barrier();
    part.free();
    all.free();
  }

  // ------------------------------------------------------------------ collectives

  private void collectives() {
    row("barrier", (across, round) -> across.barrier());
    for (Form form : List.of(Form.INTS, Form.DIRECT_STRIDED)) {
      row("bcast/" + form, (across, round) -> bcast(across, form, round));
      row(
          "gather/" + form,
          (across, round) ->
              across.gather(mine(across, form, ITEMS, round), forAll(across, form), ITEMS, round));
      row(
          "scatter/" + form,
          (across, round) ->
              across.scatter(toAll(across, form, round), blank(form, ITEMS), ITEMS, 1 - round));
      row(
          "allGather/" + form,
          (across, round) ->
              across.allGather(mine(across, form, ITEMS, round), forAll(across, form), ITEMS));
    }
    row(
        "allToAll",
        (across, round) ->
            across.allToAll(toAll(across, Form.INTS, round), forAll(across, Form.INTS), ITEMS));
    row("allToAllw", (across, round) -> allToAllw(across, across, Form.INTS, round));
    row("iAllToAllw", (across, round) -> allToAllw(across.started(), across, Form.DIRECT, round));
    row(
        "reduce",
        (across, round) ->
            across.reduce(
                mine(across, Form.INTS, ITEMS, round),
                blank(Form.INTS, ITEMS),
                Reduction.COMPOSE,
                round));
    row("allReduce", TwoGroupCases::sum);
    row(
        "iAllReduce",
        (across, round) ->
            across
                .started()
                .allReduce(
                    mine(across, Form.DIRECT, ITEMS, round),
                    blank(Form.DIRECT, ITEMS),
                    Reduction.SUM));
    row("reduceScatterBlock", TwoGroupCases::scatteredSum);
  }

  /** From an even rank, then from an odd one. */
  private static void bcast(TwoGroups across, Form form, int round) throws Exception {
    boolean isRoot = across.mpi().rank() == round;
    across.bcast(isRoot ? mine(across, form, ITEMS, round) : blank(form, ITEMS), round);
  }

  private static void sum(TwoGroups across, int round) throws Exception {
    across.allReduce(
        mine(across, Form.INTS, ITEMS, round), blank(Form.INTS, ITEMS), Reduction.COMPOSE);
  }

  /** As many items in all as the other group has. */
  private static void scatteredSum(TwoGroups across, int round) throws Exception {
    int count = across.remote().length;
    across.reduceScatterBlock(
        mine(across, Form.INTS, count * across.local().length, round),
        blank(Form.INTS, count),
        count,
        Reduction.SUM);
  }

  /** Blocks of one length, with a type for each. */
  private static void allToAllw(Operations<Observation> on, TwoGroups across, Form form, int round)
      throws Exception {
    int[] counts = IntStream.range(0, across.size()).map(each -> ITEMS).toArray();
    int[] places = IntStream.range(0, across.size()).map(each -> each * ITEMS).toArray();
    on.allToAllw(toAll(across, form, round), counts, places, forAll(across, form), counts, places);
  }

  private static Cells mine(TwoGroups across, Form form, int count, int round) {
    return Data.mine(across.mpi().world(), form, count, round);
  }

  private static Cells toAll(TwoGroups across, Form form, int round) {
    return mine(across, form, ITEMS * across.remote().length, round);
  }

  private static Cells forAll(TwoGroups across, Form form) {
    return blank(form, ITEMS * across.remote().length);
  }

  // ------------------------------------------------------------------ policies

  private void policies() {
    for (String name : List.of("across/bcast/INTS", "across/gather/INTS", "across/sendRecv")) {
      Case found = rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
      rows.add(found.under("abort", Settings.ABORT));
    }
  }

  // ------------------------------------------------------------------ messages

  private void messages() {
    row("sendRecv", TwoGroupCases::swap);
    row("send-recv", TwoGroupCases::toAndFro);
    row("requests", TwoGroupCases::started);
    rows.add(
        new Case(
            "across/any-source",
            Settings.IGNORE.with(Setting.RECV_ANY_SOURCE, "empty"),
            2,
            TwoGroupCases::master));
  }

  /** Each with the rank of its own number in the other group. */
  private static int partner(TwoGroups across) {
    return across.rank() < across.remote().length ? across.rank() : MpiConstants.PROC_NULL;
  }

  private static void swap(TwoGroups across, int round) throws Exception {
    int partner = partner(across);
    across
        .messages()
        .sendRecv(
            mine(across, Form.INTS, ITEMS, round), partner, blank(Form.INTS, ITEMS), partner, TAG);
  }

  private static void toAndFro(TwoGroups across, int round) throws Exception {
    boolean isFirst = across.isLocal(0);
    for (boolean sends : new boolean[] {isFirst, !isFirst}) {
      if (sends) {
        across.messages().send(mine(across, Form.INTS, ITEMS, round), partner(across), TAG);
      } else {
        across.messages().recv(blank(Form.INTS, ITEMS), partner(across), TAG);
      }
    }
  }

  private static void started(TwoGroups across, int round) throws Exception {
    Messages messages = across.messages();
    Pending receive = messages.iRecv(blank(Form.DIRECT, ITEMS), partner(across), TAG);
    Pending send = messages.iSend(mine(across, Form.DIRECT, ITEMS, round), partner(across), TAG);
    across.mpi().waitAll(receive, send);
  }

  /** Rank 0 hears of each odd rank: a message, or its death. */
  private static void master(Mpi mpi) throws Exception {
    TwoGroups across = halves(mpi);
    mpi.liveUntilHere();
    if (!across.isLocal(0)) {
      across.messages().send(mine(across, Form.INTS, ITEMS, 0), 0, TAG);
    } else if (mpi.rank() == 0) {
      for (int left = across.remote().length; left > 0; left--) {
        across.messages().recv(blank(Form.INTS, ITEMS), MpiConstants.ANY_SOURCE, TAG);
      }
    }
    across.free();
  }
}
