package org.legio.ulfm.ports;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which native of the binding a handler's method serves. No Java code calls such a method: the
 * weaver writes the calls into the binding's classes, for the rows of {@code calls.txt} that say
 * {@code protect}. A call that is a value needs no annotation; a row of its {@link ValueOperation}
 * names its native.
 *
 * <p>Nothing reads the annotation in a job. Tests do: {@code CallTableTest} asserts that each
 * protected row has one method and each method a row, {@code CoverageTest} that the fault tests
 * call it. What is missing they name by the line to write. See {@code
 * docs/design/adding-a-call.md}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Serves {

  /** The native: its class and name as in its row, {@code mpi.Comm.getAttr_predefined}. */
  String value();
}
