package org.legio.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What takes minutes and tells a change little that a shorter test does not: run with {@code
 * -Dlegio.it.long=true}, skipped otherwise.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "legio.it.long",
    matches = "true",
    disabledReason = "only in long runs (-Dlegio.it.long=true)")
public @interface InLongRuns {}
