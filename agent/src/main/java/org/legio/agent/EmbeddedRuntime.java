package org.legio.agent;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.legio.runtime.process.EmbeddedProcess;
import org.legio.ulfm.ports.Binding;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Stages;
import org.legio.ulfm.ports.Ulfm;

/** The embedded runtime, whose processes see by themselves who lives. */
final class EmbeddedRuntime implements MpiRuntime {
  private final EmbeddedProcess process;
  private final Pmpi pmpi;

  EmbeddedRuntime(Map<String, String> environment) throws IOException {
    process = EmbeddedProcess.join(environment);
    pmpi = process.pmpi();
  }

  @Override
  public FinishedBinding kind() {
    return FinishedBinding.EMBEDDED;
  }

  @Override
  public Job job() {
    return process.job();
  }

  @Override
  public Stages stages() {
    return Stages.SEEN_BY_THE_RUNTIME;
  }

  @Override
  public Pmpi pmpi() {
    return pmpi;
  }

  @Override
  public Binding binding() {
    return process.binding();
  }

  @Override
  public Ulfm ulfm() {
    return process.ulfm();
  }

  @Override
  public Optional<String> obstacle(Binding binding) {
    return Optional.empty();
  }
}
