package org.legio.core.topology;

import static java.util.Objects.requireNonNull;
import static org.legio.core.topology.TopologyError.TOPOLOGY;

import org.jspecify.annotations.Nullable;
import org.legio.core.Communicator;
import org.legio.core.CommunicatorRegistry;
import org.legio.core.Topology;
import org.legio.ulfm.Binding;

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
    A ask() throws Exception;
  }

  private final Binding binding;
  private final CommunicatorRegistry registry;

  Answers(Binding binding, CommunicatorRegistry registry) {
    this.binding = binding;
    this.registry = registry;
  }

  /** The communicator behind a handle, if it is protected and has a topology. */
  @Nullable Communicator find(long comm) {
    Communicator communicator = registry.find(comm);
    return communicator == null || communicator.topology() == null ? null : communicator;
  }

  /** The answer about a communicator; MPI's own if it is not protected or has no topology. */
  <A> A about(long comm, String call, Question<A> question, Native<A> otherwise) throws Exception {
    Communicator communicator = find(comm);
    return communicator == null ? otherwise.ask() : of(communicator, call, question);
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
