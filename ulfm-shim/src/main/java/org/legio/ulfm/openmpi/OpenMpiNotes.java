package org.legio.ulfm.openmpi;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.ports.Notes;
import org.slf4j.LoggerFactory;

/**
 * The {@link Notes} that the process manager carries: each note is an event with a code of our own.
 * PMIx standard 4.1, chapter 9 ({@code PMIx_Notify_event}, {@code PMIx_Register_event_handler}).
 */
final class OpenMpiNotes implements Notes {
  private static final String THREAD = "legio-notes";

  /**
   * The code of the first kind of notes; the others count down from here. PMIx leaves the codes
   * below -3000 to its users.
   */
  private static final int FIRST_CODE = -31500;

  private static final int ACTION_COMPLETE = -334;
  private static final String TEXT = "pmix.evtext";
  private static final String NOT_FOR_DEFAULT_HANDLERS = "pmix.evnondef";
  private static final int MAX_INFOS = 3;

  /** Kept in a field, because native code holds only their addresses. */
  private static final Set<Handler> HANDLERS = ConcurrentHashMap.newKeySet();

  /** The type of PMIx's handlers of events. */
  interface Handler extends Callback {
    void event(
        long registration,
        int code,
        Pointer source,
        @Nullable Pointer infos,
        long infoCount,
        @Nullable Pointer results,
        long resultCount,
        @Nullable Pointer whenDone,
        @Nullable Pointer data);
  }

  private final String namespace;
  private final int own;

  /**
   * Makes the notes of a job.
   *
   * @param namespace PMIx's name of the job
   * @param own this process's rank
   */
  OpenMpiNotes(String namespace, int own) {
    this.namespace = namespace;
    this.own = own;
  }

  @Override
  public void hear(Reader reader) {
    Handler made =
        (registration, code, source, infos, infoCount, results, resultCount, whenDone, data) -> {
          if (whenDone != null) {
            Function.getFunction(whenDone)
                .invokeVoid(new Object[] {ACTION_COMPLETE, null, 0L, null, null, data});
          }
          int author = PmixProcesses.rankOf(source);
          if (author != own) {
            String words = infos == null ? "" : PmixInfo.textOf(infos, infoCount, TEXT).orElse("");
            reader.read(Kind.of(FIRST_CODE - code), author, words);
          }
        };
    HANDLERS.add(made);
    Native.setCallbackThreadInitializer(
        made, new CallbackThreadInitializer(true, false, THREAD)); // a daemon, and stays one
    Kind[] kinds = Kind.values();
    int[] codes = new int[kinds.length];
    Arrays.setAll(codes, i -> FIRST_CODE - kinds[i].number());
    Memory codesInMemory = new Memory((long) Integer.BYTES * codes.length);
    codesInMemory.write(0, codes, 0, codes.length);
    warnIfFailed(
        "PMIx_Register_event_handler",
        Pmix.call(
            "PMIx_Register_event_handler",
            codesInMemory,
            (long) codes.length,
            null,
            0L,
            CallbackReference.getFunctionPointer(made),
            null,
            null));
  }

  @Override
  public void tellAll(Kind kind) {
    tell(kind, Pmix.RANGE_NAMESPACE, new PmixInfo(MAX_INFOS));
  }

  @Override
  public void tell(int rank, Kind kind, String words) {
    tell(
        kind,
        Pmix.RANGE_CUSTOM,
        new PmixInfo(MAX_INFOS)
            .processes(Pmix.CUSTOM_RANGE, PmixProcesses.of(namespace, rank))
            .text(TEXT, words));
  }

  private void tell(Kind kind, byte range, PmixInfo infos) {
    infos.yes(NOT_FOR_DEFAULT_HANDLERS);
    warnIfFailed(
        "PMIx_Notify_event", Pmix.notify(FIRST_CODE - kind.number(), namespace, own, range, infos));
  }

  private static void warnIfFailed(String function, int status) {
    if (status < 0) {
      LoggerFactory.getLogger("legio")
          .warn(
              "legio: {} failed with PMIx status {}: who waits for a rank that has called"
                  + " MPI_Finalize may wait for ever",
              function,
              status);
    }
  }

  @Override
  public void repeat(long periodNs, BooleanSupplier work) {
    Thread thread =
        new Thread(
            () -> {
              do {
                LockSupport.parkNanos(periodNs);
              } while (work.getAsBoolean());
            },
            THREAD);
    thread.setDaemon(true);
    thread.start();
  }
}
