package org.legio.launcher.job;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.machine.Programs;
import org.legio.launcher.machine.Terminal;
import org.legio.ulfm.openmpi.Posix;

/**
 * Forwards this process's standard input to rank 0 without changes.
 *
 * <p>mpirun itself has two problems. It writes blocks of 8 KiB into a pipe to the rank without
 * waiting, and Open MPI up to 5.0.9 sends some bytes twice if only a part of a block fits. It also
 * buffers all input, however slowly the rank reads. So if rank 0 is on this host, it reads from a
 * named pipe instead. Otherwise mpirun is made to write 4 KiB at most, because such a block fits as
 * a whole or not at all.
 */
public final class ForwardedInput implements JobInput {
  /**
   * mpirun's parameter for the command by which it starts each rank; its words must have no blanks.
   */
  private static final String START_OF_RANKS = "PRTE_MCA_odls_base_exec_agent";

  /**
   * The script that starts each rank. Only rank 0 of the job itself, not of a spawned one, reads
   * the pipe beside this script.
   */
  private static final List<String> SCRIPT =
      List.of(
          "unset " + START_OF_RANKS,
          "pipe=${0%/*}/input",
          "if [ \"$OMPI_COMM_WORLD_RANK\" = 0 ] && [ -p \"$pipe\" ]; then",
          "  exec <\"$pipe\"",
          "  rm \"$pipe\"",
          "fi",
          "exec \"$@\"");

  private static final int BLOCK = 1 << 16;

  private final InputStream in;
  private final boolean isReadHere;
  private @Nullable Path pipe;

  /**
   * Forwards the input of one job.
   *
   * @param in closed when the job does not read it any more
   * @param isReadHere whether only rank 0 reads it, and rank 0 is on this host
   */
  ForwardedInput(InputStream in, boolean isReadHere) {
    this.in = in;
    this.isReadHere = isReadHere;
  }

  /**
   * This process's own input. A terminal stays a terminal; anything else is forwarded byte for
   * byte.
   *
   * @param in the input
   * @param isReadHere whether only rank 0 reads it, and rank 0 is on this host
   */
  public static JobInput ofThisProcess(InputStream in, boolean isReadHere) {
    return Terminal.isAt(Terminal.STANDARD_INPUT) || Terminal.isNothingAt(Terminal.STANDARD_INPUT)
        ? INHERITED
        : new ForwardedInput(in, isReadHere);
  }

  @Override
  public void prepare(ProcessBuilder mpirun, Path folder) throws IOException {
    boolean isFree = !mpirun.environment().containsKey(START_OF_RANKS);
    if (isReadHere && isFree && !folder.toString().contains(" ")) {
      pipe = makePipe(folder.resolve("input"));
      Path script = Files.write(folder.resolve("rank.sh"), SCRIPT);
      mpirun.environment().put(START_OF_RANKS, "sh " + script);
      mpirun.redirectInput(Programs.NOTHING);
    } else {
      mpirun.redirectInput(ProcessBuilder.Redirect.PIPE);
    }
  }

  private static Path makePipe(Path path) throws IOException {
    Programs.Outcome outcome = Programs.capture(List.of("mkfifo", "--mode=600", path.toString()));
    if (!outcome.succeeded()) {
      throw new IOException("no pipe for the job's input: " + outcome.firstLine());
    }
    return path;
  }

  @Override
  public void begin(Process mpirun) {
    Thread thread = new Thread(() -> forward(mpirun), "input-of-job");
    thread.setDaemon(true); // the job may end although there is more input
    thread.start();
  }

  private void forward(Process mpirun) {
    try (in;
        OutputStream out = open(mpirun)) {
      byte[] block = new byte[BLOCK];
      for (int length = in.read(block); length >= 0; length = in.read(block)) {
        out.write(block, 0, length);
        out.flush();
      }
    } catch (IOException e) {
      System.getLogger("legio").log(System.Logger.Level.DEBUG, "no more input is read", e);
    }
  }

  private OutputStream open(Process mpirun) throws IOException {
    Optional<Path> named = Optional.ofNullable(pipe);
    if (named.isPresent()) {
      return new FileOutputStream(named.get().toFile()); // waits until rank 0 opens it
    }
    narrow(mpirun);
    return mpirun.getOutputStream();
  }

  /** Makes the pipe hold one page, so that mpirun reads no more at once. */
  private static void narrow(Process mpirun) {
    int file = Posix.open("/proc/" + mpirun.pid() + "/fd/0", Posix.O_RDONLY);
    if (file >= 0) { // otherwise mpirun has already ended
      Posix.fcntl(file, Posix.F_SETPIPE_SZ, Posix.PIPE_BUF);
      Posix.close(file);
    }
  }
}
