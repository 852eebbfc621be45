package org.legio.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Tests whose jobs have a runtime of their own choice: they would be the same on each runtime,
 * layout and binding, so they run with the first of them only.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfEnvironmentVariable(
    named = "LEGIO_MPI",
    matches = "embedded",
    disabledReason = ChoosesItsRuntime.REASON)
@DisabledIfSystemProperty(
    named = "legio.it.layout",
    matches = "hierarchical.*",
    disabledReason = ChoosesItsRuntime.REASON)
@DisabledIfSystemProperty(
    named = "legio.it.binding",
    matches = ".+",
    disabledReason = ChoosesItsRuntime.REASON)
@interface ChoosesItsRuntime {
  String REASON = "it chooses the runtime itself, so it runs once";
}
