/**
 * The Java half of Open MPI's Java bindings, as of Open MPI 5.0.7.
 *
 * <p>Programs compiled against Open MPI's own {@code mpi.jar} run on these classes and the other
 * way round: classes, members and descriptors are the same. They call the native half, {@code
 * libmpi_java.so}, which Linux distributions ship without them. Every public method checks that MPI
 * is running, turns buffers into what the native half takes, and calls one private native whose
 * first argument is the handle of the object.
 *
 * <p>Where a page says nothing else, a method throws {@link mpi.MPIException} if MPI is not running,
 * or the library reports an error and the handler in force returns it.
 *
 * <p>Section numbers in these pages are those of MPI 3.1, the standard that Open MPI 5.0
 * implements; in MPI 4.0 the chapters from 4 on have one number more.
 *
 * <p>Two limits of the native half of 5.0.7 that no Java code above it can lift: with arrays and
 * heap buffers, the calls that take displacements compute the room they need as the product of the
 * greatest displacement and its count, and corrupt memory when that is too small or exceeds an
 * {@code int} (use direct buffers for large data); and a user's {@link mpi.Op} cannot run in
 * nonblocking reductions.
 */
package mpi;
