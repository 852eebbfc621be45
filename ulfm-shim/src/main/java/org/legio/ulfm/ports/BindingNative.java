package org.legio.ulfm.ports;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says which native of the binding a method of {@link Pmpi} stands for, where it is not the native
 * of {@code mpi.Comm} with the method's own name.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface BindingNative {

  /** The binary name of the class that declares the native. */
  String owner() default "mpi.Comm";

  /** The native's name; empty for the annotated method's own. */
  String name() default "";

  /**
   * Whether the method's first parameter is the object of the binding on which the native is
   * called. Natives that write fields of their object need this.
   */
  boolean receiver() default false;
}
