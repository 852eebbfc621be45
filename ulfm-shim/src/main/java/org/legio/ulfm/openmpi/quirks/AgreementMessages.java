package org.legio.ulfm.openmpi.quirks;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.library.MpiLibrary;
import org.legio.ulfm.openmpi.library.Redirections;

/**
 * Keeps agreements right in a process whose threads call MPI at once.
 *
 * <p>Any thread that makes progress may receive an agreement's message. If another thread is just
 * then in the agreements' code, which has one lock, Open MPI sets the message aside, and overwrites
 * the value in the copy by its own address ({@code era_cb_fn} in {@code coll/ftagree}). A vote of
 * no may become a yes at one member alone, which then waits for the others for ever. This class
 * redirects the library's calls of {@code pthread_mutex_trylock} to a function that fails only if
 * the calling thread itself holds the lock, and else waits for it: the locks that the library tries
 * are held for moments. It waits for {@value #LONGEST_MS} ms at most, because whoever holds the
 * lock may in turn wait for this thread, to let go of the connection to a rank that has died.
 *
 * <p>A thread that tells the agreements of a death does not wait: while it did, the agreement that
 * it tells could end, and be freed.
 */
public final class AgreementMessages {
  private static final String TRIES = "pthread_mutex_trylock";
  private static final String TELLS = "ompi_comm_set_rank_failed";
  private static final Set<String> TESTED = Set.of("5.0.7");

  private static final int LONGEST_MS = 200;
  private static final int EBUSY = 16;

  /** The owner's thread id in a {@code pthread_mutex_t} of glibc. */
  private static final int OWNER = 8;

  /** Set while a thread tells of a death. */
  private static final ThreadLocal<@Nullable Boolean> TELLING = new ThreadLocal<>();

  // Kept in fields, because native code holds only their addresses.
  private static final Lock WAITING = AgreementMessages::lockUnlessHeldHere;
  private static final Tell NOT_WAITING = AgreementMessages::tell;

  /** Takes a lock; returns 0 or an error code. */
  interface Lock extends Callback {
    int lock(Pointer mutex);
  }

  /** Tells of the death of a communicator's member; returns an error code. */
  interface Tell extends Callback {
    int tell(Pointer comm, int rank, byte isRemote);
  }

  private AgreementMessages() {}

  /**
   * Redirects the calls.
   *
   * @param redirections keeps the change until MPI is finalized
   * @return why this is impossible; empty for success
   */
  public static Optional<String> keepInTurn(Redirections redirections) {
    return redirections
        .add(TESTED, TELLS, mpi -> CallbackReference.getFunctionPointer(NOT_WAITING))
        .or(() -> redirections.add(TESTED, TRIES, AgreementMessages::waiting));
  }

  private static Pointer waiting(NativeLibrary mpi) {
    Native.register(AgreementMessages.class, NativeLibrary.getProcess());
    return CallbackReference.getFunctionPointer(WAITING);
  }

  private static int tell(Pointer comm, int rank, byte isRemote) {
    @Nullable Boolean before = TELLING.get();
    TELLING.set(true);
    try {
      return NativeLibrary.getInstance(MpiLibrary.NAME)
          .getFunction(TELLS)
          .invokeInt(new Object[] {comm, rank, isRemote});
    } finally {
      TELLING.set(before);
    }
  }

  private static int lockUnlessHeldHere(Pointer mutex) {
    try {
      int error = pthread_mutex_trylock(mutex);
      return error == 0 || TELLING.get() != null || mutex.getInt(OWNER) == gettid()
          ? error
          : lockSoon(mutex);
    } catch (StackOverflowError | OutOfMemoryError e) {
      return EBUSY; // as if nothing were redirected: JNA would return 0
    }
  }

  private static int lockSoon(Pointer mutex) {
    try (Memory until = new Memory(2L * Long.BYTES)) {
      Instant end = Instant.now().plusMillis(LONGEST_MS);
      until.setLong(0, end.getEpochSecond());
      until.setLong(Long.BYTES, end.getNano());
      return pthread_mutex_timedlock(mutex, until) == 0 ? 0 : EBUSY;
    }
  }

  private static native int pthread_mutex_trylock(Pointer mutex);

  private static native int pthread_mutex_timedlock(Pointer mutex, Pointer until);

  private static native int gettid();
}
