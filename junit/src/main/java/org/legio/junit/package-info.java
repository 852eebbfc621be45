/**
 * Runs MPI programs in JUnit tests, as real processes that die where a test says so. It needs
 * {@code legio.jar} on the class path, and nothing else of Legio.
 */
@NullMarked
package org.legio.junit;

import org.jspecify.annotations.NullMarked;
