package org.legio.core.positions;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Tells what this rank is doing now. It reads the stacks of all threads and never calls MPI, so any
 * thread may ask, and a job that never asks pays nothing. Thread-safe.
 */
public final class Positions {
  private final Thread main = Thread.currentThread();
  private final List<OperationCounter> communicators = new CopyOnWriteArrayList<>();
  private final Waits waits = new Waits();
  private List<Position> before = List.of();
  private long operationsBefore;

  /** Made by the thread that initializes MPI, whose computing counts. */
  public Positions() {}

  /**
   * Counts the operations of one more communicator.
   *
   * @param alias the program's handle
   * @param id the same at all members
   * @param members as ranks in the world; not to be changed
   * @param name the program's name for it
   * @param awaited the only member that its operation under way waits for now, if it is known
   */
  public OperationCounter add(
      long alias, long id, int[] members, String name, Supplier<OptionalInt> awaited) {
    OperationCounter added = new OperationCounter(alias, id, members, name, awaited);
    communicators.add(added);
    return added;
  }

  /** A communicator has been freed. */
  public void remove(OperationCounter freed) {
    communicators.remove(freed);
  }

  /** The program has given a communicator a name. */
  public void rename(long alias, String name) {
    communicators.stream().filter(c -> c.alias() == alias).forEach(c -> c.rename(name));
  }

  /** The communicators that have not been freed. */
  public List<OperationCounter> communicators() {
    return List.copyOf(communicators);
  }

  /** The ranks and requests that its threads wait for. */
  public Waits waits() {
    return waits;
  }

  /** The name of the MPI call that a thread is in; empty if it is in none, or has ended. */
  @SuppressWarnings("deprecation") // its successor came with Java 19
  public String callOf(long threadId) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(each -> each.getKey().getId() == threadId)
        .findFirst()
        .flatMap(each -> CallOnStack.of(each.getValue()))
        .map(CallOnStack::name)
        .orElse("");
  }

  /**
   * Where each thread is that is in an MPI call; if none is, where the thread that initialized MPI
   * computes. The more often it is asked, the more exact is since when.
   */
  public synchronized List<Position> now() {
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    forgetMainThatWentOn();
    List<Position> now = new ArrayList<>();
    stacks.forEach(
        (thread, stack) -> CallOnStack.of(stack).map(call -> in(call, thread)).ifPresent(now::add));
    if (now.isEmpty()) {
      String line = CallOnStack.programLine(stacks.getOrDefault(main, main.getStackTrace()));
      now.add(sinceBefore(new Position(main.getName(), "", null, 0, Instant.now(), line)));
    }
    before = List.copyOf(now);
    return before;
  }

  /**
   * Forgets the place of the main thread if it has made a collective since the last look: it has
   * not stayed there, even if it is in the same line again.
   */
  private void forgetMainThatWentOn() {
    long operations = communicators.stream().mapToLong(OperationCounter::current).sum();
    if (operations != operationsBefore) {
      before = before.stream().filter(position -> !isMainOutOfCollectives(position)).toList();
      operationsBefore = operations;
    }
  }

  private boolean isMainOutOfCollectives(Position position) {
    return position.communicator() == null && position.thread().equals(main.getName());
  }

  private Position in(CallOnStack call, Thread thread) {
    Optional<OperationCounter> on = communicatorOf(thread);
    return sinceBefore(
        new Position(
            thread.getName(),
            call.name(),
            on.orElse(null),
            on.map(OperationCounter::current).orElse(0L),
            Instant.now(),
            call.caller()));
  }

  @SuppressWarnings("deprecation") // its successor came with Java 19
  private Optional<OperationCounter> communicatorOf(Thread thread) {
    return communicators.stream().filter(c -> c.thread() == thread.getId()).findFirst();
  }

  private Position sinceBefore(Position position) {
    return before.stream()
        .filter(position::isSamePlace)
        .findFirst()
        .map(earlier -> position.seenSince(earlier.since()))
        .orElse(position);
  }
}
