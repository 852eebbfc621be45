package org.legio.junit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** Runs a job, then the test's method on how it was; shows all of the job if that fails. */
final class Repetition
    implements TestTemplateInvocationContext,
        BeforeTestExecutionCallback,
        ParameterResolver,
        TestExecutionExceptionHandler {
  private final MpiJob job;
  private @Nullable MpiRun run;

  Repetition(MpiJob job) {
    this.job = job;
  }

  @Override
  public String getDisplayName(int number) {
    return job.toString();
  }

  @Override
  public List<Extension> getAdditionalExtensions() {
    return List.of(this);
  }

  @Override
  public void beforeTestExecution(ExtensionContext context) throws Exception {
    run = job.run();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MpiRun.class;
  }

  @Override
  public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return run;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    if (run != null) {
      thrown.addSuppressed(new JobShown(job + "\n" + run));
    }
    throw thrown;
  }

  /** Says how the job was, beside what has failed. */
  private static final class JobShown extends Exception {
    private static final long serialVersionUID = 1L;

    JobShown(String job) {
      super(job, null, false, false);
    }
  }
}
