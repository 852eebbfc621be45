package org.legio.junit;

import java.security.SecureRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Makes the repetitions of a {@link MpiTest}. */
final class MpiTestExtension implements TestTemplateInvocationContextProvider {
  private static final String SEED = "legio.seed";
  private static final int SEEDS = 1_000_000;

  MpiTestExtension() {}

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    return context.getTestMethod().filter(m -> m.isAnnotationPresent(MpiTest.class)).isPresent();
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    MpiTest test = context.getRequiredTestMethod().getAnnotation(MpiTest.class);
    long first = Long.getLong(SEED, new SecureRandom().nextInt(SEEDS));
    return IntStream.range(0, test.seeds())
        .mapToObj(repetition -> new Repetition(new MpiJob(test, first + repetition)));
  }
}
