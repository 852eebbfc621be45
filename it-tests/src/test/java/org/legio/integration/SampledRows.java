package org.legio.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows of a test that short runs share between the runtimes: of every four, say, Open MPI makes the
 * first, and the embedded runtime the third; both make the first of all. Over several hosts the
 * second of every 24 is made. Long runs make all.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sampling.class)
@interface SampledRows {
  /** One of so many rows is made on each runtime. */
  int every();
}
