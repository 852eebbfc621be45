/**
 * The Java half of Open MPI's Java bindings, as of Open MPI 5.0.7.
 *
 * <p>Programs compiled against Open MPI's own {@code mpi.jar} run on these classes and the other
 * way round: classes, members and descriptors are the same. They call the native half, {@code
 * libmpi_java.so}, which Linux distributions ship without them. Every public method checks that MPI
 * is running, turns buffers into what the native half takes, and calls one private native whose
 * first argument is the handle of the object.
 *
 * <p>Section numbers in these pages are those of MPI 3.1, the standard that Open MPI 5.0
 * implements; in MPI 4.0 the chapters from 4 on have one number more.
 */
package mpi;
