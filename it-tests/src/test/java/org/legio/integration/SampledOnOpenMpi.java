package org.legio.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows of a test that short runs share between the runtimes: Open MPI makes every second, say, and
 * the embedded runtime the others; both make the first. Long runs make all on both.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sampling.class)
@interface SampledOnOpenMpi {
  /** One of so many rows is made on Open MPI. */
  int every();
}
