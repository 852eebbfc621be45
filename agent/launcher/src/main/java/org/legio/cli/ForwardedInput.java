package org.legio.cli;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.legio.ulfm.openmpi.Posix;

/**
 * This process's standard input, handed on as it comes.
 *
 * <p>mpirun itself would write blocks of 8 KiB into a pipe to the rank without waiting. Of a block
 * that fits in part only, Open MPI up to 5.0.9 sends some bytes again; and it takes in all that
 * comes, however slowly the rank reads. So rank 0 reads from a pipe with a name instead, where it
 * is on this host. Elsewhere mpirun is made to write 4 KiB at most: such a block fits or does not.
 */
final class ForwardedInput implements JobInput {
  /** mpirun's parameter for a command that it starts each rank by; its words have no blanks. */
  private static final String START_OF_RANKS = "PRTE_MCA_odls_base_exec_agent";

  /** Rank 0 of the job, and not of one that it spawns, reads the pipe beside this script. */
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
   * To be used once.
   *
   * @param in closed when nobody reads it any more
   * @param isReadHere whether rank 0 reads it, nobody else does, and that is on this host
   */
  ForwardedInput(InputStream in, boolean isReadHere) {
    this.in = in;
    this.isReadHere = isReadHere;
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
    thread.setDaemon(true); // the end of the job waits for nobody who could still write
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

  /** Has the pipe hold one page, so that mpirun reads no more at once. */
  private static void narrow(Process mpirun) {
    int file = Posix.open("/proc/" + mpirun.pid() + "/fd/0", Posix.O_RDONLY);
    if (file >= 0) { // else it is over already
      Posix.fcntl(file, Posix.F_SETPIPE_SZ, Posix.PIPE_BUF);
      Posix.close(file);
    }
  }
}
