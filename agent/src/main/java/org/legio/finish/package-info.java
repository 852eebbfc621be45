/**
 * Finishes {@code legio.jar} when it is built, so that the JVMs of a job find done what each of
 * them would do at its start: {@link org.legio.finish.JarBuilder}.
 */
@NullMarked
package org.legio.finish;

import org.jspecify.annotations.NullMarked;
