package org.legio.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Rows of a test that short runs make on the embedded runtime, all of them, and on Open MPI only in
 * part: every second, say, the first included. Long runs make all on both.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Sampling.class)
@interface SampledOnOpenMpi {
  /** One of so many rows is made. */
  int every();
}
