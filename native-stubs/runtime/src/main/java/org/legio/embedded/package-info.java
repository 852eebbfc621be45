/**
 * The embedded runtime: MPI for processes of one host, in pure Java. Its processes share one file
 * of memory; what a call means is the code that the in-process runtime has, too.
 */
package org.legio.embedded;
