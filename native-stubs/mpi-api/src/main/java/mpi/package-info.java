/**
 * The Java half of Open MPI's Java bindings, as of Open MPI 5.0.7.
 *
 * <p>Programs compiled against Open MPI's own {@code mpi.jar} run on these classes and the other
 * way round: classes, members and descriptors are the same. They call the native half, {@code
 * libmpi_java.so}, which Linux distributions ship without them. Every public method checks that MPI
 * is running, turns buffers into what the native half takes, and calls one private native whose
 * first argument is the handle of the object.
 *
 * <p>Where a page says nothing else, a method throws {@link mpi.MPIException} if MPI is not
 * running, or the library reports an error and the handler in force returns it.
 *
 * <p>Some parameters mean the same everywhere and are described only here: {@code count} items of
 * {@code type}; {@code sendCount} items of {@code sendType} (to each process, where each gets its
 * own) and {@code recvCount} of {@code recvType} from each; {@code sendCounts} and {@code
 * recvCounts}, the numbers of items for each rank; {@code displs}, where each rank's data starts,
 * in extents of the type; {@code root}, {@code dest} and {@code tag}, the ranks of the root and of
 * the receiver (or {@code PROC_NULL}) and the tag of the message; {@code op}, the reduction; {@code
 * info}, hints or {@code INFO_NULL}; {@code field}, the offset of a field in bytes. A method that
 * returns a {@link mpi.Request} returns the one to complete.
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
