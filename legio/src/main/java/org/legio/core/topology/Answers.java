package org.legio.core.topology;

import static java.util.Objects.requireNonNull;
import static org.legio.core.topology.TopologyError.TOPOLOGY;

import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.Topology;
import org.legio.ulfm.ports.Binding;

/** Answers a program's questions about topologies, the wrong ones with the binding's exceptions. */
final class Answers {

  /** A question to a communicator. */
  @FunctionalInterface
  interface Question<A> {
    A to(Communicator communicator) throws InvalidArgument;
  }

  /** MPI's own answer. */
  @FunctionalInterface
  interface Native<A> {
    A ask(long comm) throws Exception;
  }

  private final Binding binding;

  Answers(Binding binding) {
    this.binding = binding;
  }

  /** The answer about a communicator; MPI's own if it has no topology. */
  <A> A about(Communicator comm, String call, Question<A> question, Native<A> otherwise)
      throws Exception {
    return comm.topology() == null ? otherwise.ask(comm.handle()) : of(comm, call, question);
  }

  /** The answer of a communicator. */
  <A> A of(Communicator communicator, String call, Question<A> question) throws Exception {
    try {
      return question.to(communicator);
    } catch (InvalidArgument e) {
      throw communicator
          .errorHandler()
          .raise(call, binding.newException(e.error().errorClass(), e.error().message()));
    }
  }

  /** A communicator's topology, if it is of a kind. */
  static <T extends DescribedTopology> T as(Class<T> kind, Communicator communicator)
      throws InvalidArgument {
    Topology topology = communicator.topology();
    TOPOLOGY.unless(kind.isInstance(topology));
    return requireNonNull(kind.cast(topology));
  }
}
