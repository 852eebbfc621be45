package org.legio.integration;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows of a test of which short runs make some: of every eight, say, the first on Open MPI, and the
 * fifth on the embedded runtime where the class runs there, too; both make the first of all. Over
 * several hosts, and on {@code libmpi} itself, the second of every 48 is made. Long runs make all.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sampling.class)
@interface SampledRows {
  /** One of so many rows is made on each runtime. */
  int every();
}
