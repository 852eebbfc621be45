/**
 * The binding's natives on an MPI library itself, without a library of Java's own between: a table
 * of natives ({@code natives.txt}), the bodies made from it, and what the bodies call.
 */
@NullMarked
package org.legio.libmpi;

import org.jspecify.annotations.NullMarked;
