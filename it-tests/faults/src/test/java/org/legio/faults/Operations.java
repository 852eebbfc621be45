package org.legio.faults;

import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Collective;

/**
 * The collective operations on a communicator of a test program, by MPI's names: each form fills in
 * an {@link Operation}.
 *
 * @param <T> the type of the result: a request if the operation is started
 */
abstract class Operations<T> {

  /** Makes an operation that is filled in. */
  @FunctionalInterface
  interface Way<T> {
    T make(Operation operation) throws Exception;
  }

  /** The caller's rank, in its own group. */
  abstract int rank();

  /** How many ranks blocks are exchanged with: of two groups, those of the other one. */
  abstract int size();

  /** How MPI has a root named here. */
  abstract int argument(int root);

  /** The next operation, not filled in. */
  abstract Operation next(Collective kind);

  abstract T make(Operation operation) throws Exception;

  /** The same operations, made in another way. */
  final <R> Operations<R> madeBy(Way<R> way) {
    Operations<T> same = this;
    return new Operations<>() {
      @Override
      int rank() {
        return same.rank();
      }

      @Override
      int size() {
        return same.size();
      }

      @Override
      int argument(int root) {
        return same.argument(root);
      }

      @Override
      Operation next(Collective kind) {
        return same.next(kind);
      }

      @Override
      R make(Operation operation) throws Exception {
        return way.make(operation);
      }
    };
  }

  /** The model's name of an operation: those that differ in how blocks lie have one. */
  static String rule(Collective kind) {
    return switch (kind) {
      case GATHERV -> rule(Collective.GATHER);
      case SCATTERV -> rule(Collective.SCATTER);
      case ALL_GATHERV -> rule(Collective.ALL_GATHER);
      case ALL_TO_ALLV, ALL_TO_ALLW -> rule(Collective.ALL_TO_ALL);
      case REDUCE_SCATTER_BLOCK -> rule(Collective.REDUCE_SCATTER);
      default -> kind.call();
    };
  }

  private Operation rooted(Collective kind, int root) {
    return next(kind).root(root, argument(root));
  }

  final T barrier() throws Exception {
    return make(next(Collective.BARRIER));
  }

  final T bcast(Cells buf, int root) throws Exception {
    return make(rooted(Collective.BCAST, root).input(buf.values()).receive(buf, buf.count()));
  }

  // ------------------------------------------------------------------ reductions

  final T reduce(@Nullable Cells send, Cells recv, Reduction reduction, int root) throws Exception {
    return make(rooted(Collective.REDUCE, root).reduce(send, recv, reduction));
  }

  final T allReduce(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return make(next(Collective.ALL_REDUCE).reduce(send, recv, reduction));
  }

  final T scan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return make(next(Collective.SCAN).reduce(send, recv, reduction));
  }

  final T exScan(@Nullable Cells send, Cells recv, Reduction reduction) throws Exception {
    return make(next(Collective.EX_SCAN).reduce(send, recv, reduction));
  }

  final T reduceScatter(@Nullable Cells send, Cells recv, int[] counts, Reduction reduction)
      throws Exception {
    return make(next(Collective.REDUCE_SCATTER).reduce(send, recv, reduction).deal(recv, counts));
  }

  final T reduceScatterBlock(@Nullable Cells send, Cells recv, int count, Reduction reduction)
      throws Exception {
    return make(
        next(Collective.REDUCE_SCATTER_BLOCK)
            .blocks(size(), count)
            .reduce(send, recv, reduction)
            .receive(recv, count));
  }

  // ------------------------------------------------------------------ blocks by rank

  /** In place, with null: the root's block lies in its place, the others' at the beginning. */
  final T gather(@Nullable Cells send, Cells recv, int count, int root) throws Exception {
    int place = rank() == root ? rank() * count : 0;
    return make(
        rooted(Collective.GATHER, root)
            .blocks(size(), count)
            .input(send == null ? recv.values(place, count) : send.values())
            .send(send, count)
            .receive(recv, count));
  }

  final T gatherv(Cells send, @Nullable Cells recv, int[] counts, int[] displs, int root)
      throws Exception {
    return make(
        rooted(Collective.GATHERV, root)
            .input(send.values())
            .send(send, send.count())
            .receive(recv, counts, displs));
  }

  final T scatter(@Nullable Cells send, Cells recv, int count, int root) throws Exception {
    return make(
        rooted(Collective.SCATTER, root)
            .blocks(size(), count)
            .input(send == null ? new long[0] : send.values())
            .sendAs(send == null ? recv : send, send, count)
            .receive(recv, count));
  }

  /** The form with one buffer: the root keeps its block, the others receive at the beginning. */
  final T scatterInPlace(Cells buf, int count, int root) throws Exception {
    return make(
        rooted(Collective.SCATTER, root)
            .blocks(size(), count)
            .input(buf.values())
            .send(buf, count)
            .receiveInPlace(buf, rank() == root));
  }

  final T scatterv(@Nullable Cells send, int[] counts, int[] displs, Cells recv, int root)
      throws Exception {
    return make(
        rooted(Collective.SCATTERV, root)
            .input(send == null ? new long[0] : send.values())
            .send(send, counts, displs)
            .receive(recv, recv.count()));
  }

  final T allGather(@Nullable Cells send, Cells recv, int count) throws Exception {
    return make(
        next(Collective.ALL_GATHER)
            .blocks(size(), count)
            .input(send == null ? recv.values(rank() * count, count) : send.values())
            .send(send, count)
            .receive(recv, count));
  }

  final T allGatherv(@Nullable Cells send, Cells recv, int[] counts, int[] displs)
      throws Exception {
    return make(
        next(Collective.ALL_GATHERV)
            .input(send == null ? recv.values(displs[rank()], counts[rank()]) : send.values())
            .send(send, send == null ? 0 : send.count())
            .receive(recv, counts, displs));
  }

  final T allToAll(@Nullable Cells send, Cells recv, int count) throws Exception {
    return make(
        next(Collective.ALL_TO_ALL)
            .blocks(size(), count)
            .input((send == null ? recv : send).values())
            .send(send, count)
            .receive(recv, count));
  }

  final T allToAllv(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    return make(
        next(Collective.ALL_TO_ALLV)
            .input(send.values())
            .send(send, sendCounts, sendDispls)
            .receive(recv, counts, displs));
  }

  /** Of plain forms. */
  final T allToAllw(
      Cells send, int[] sendCounts, int[] sendDispls, Cells recv, int[] counts, int[] displs)
      throws Exception {
    return make(
        next(Collective.ALL_TO_ALLW)
            .input(send.values())
            .send(send, sendCounts, sendDispls)
            .receive(recv, counts, displs));
  }
}
