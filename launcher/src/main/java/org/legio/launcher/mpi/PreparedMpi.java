package org.legio.launcher.mpi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.legio.agent.Variables;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.machine.Programs;
import org.legio.launcher.machine.ProgressLine;
import org.legio.launcher.machine.StepLimit;

/**
 * The Open MPI that Legio prepares: a Debian root filesystem in the user's cache folder.
 *
 * <p>It is made beside its final place and then renamed, under a lock. So the final place never
 * holds a part of it, and two processes that need it at once make it only once.
 */
public final class PreparedMpi {
  /**
   * The folder's name. The number changes with the recipe, so that the result of an older recipe is
   * not used.
   */
  private static final String NAME = "open-mpi-" + RootFilesystemRecipe.SUITE + "-1";

  private static final String UNFINISHED = NAME + ".unfinished";

  /** The greatest number of steps that have a {@link StepLimit}. */
  private static final int STEPS = 5;

  private static final Path SCRATCH = Path.of("/var/tmp");
  private static final Duration REMOVAL_PATIENCE = Duration.ofMinutes(10);
  private static final long NEEDED_BYTES = 1_500_000_000L;

  private final Machine machine;
  private final DebianTools tools;
  private final ProgressLine progress;

  public PreparedMpi(Machine machine, DebianTools tools, ProgressLine progress) {
    this.machine = machine;
    this.tools = tools;
    this.progress = progress;
  }

  /** The installation, even if it has not been made yet. */
  public RootFilesystemMpi installation() {
    return new RootFilesystemMpi(machine.cache().resolve(NAME));
  }

  /** Whether it has been made. */
  public boolean isReady() {
    return RootFilesystemMpi.isOne(installation().root());
  }

  /**
   * Makes it, if it does not exist yet.
   *
   * @throws CannotRunException when it cannot be made
   */
  MpiInstallation prepare() {
    if (isReady()) {
      tools.install(tools.missingToEnter());
      return installation();
    }
    Path cache = machine.cache();
    try {
      Files.createDirectories(cache);
      try (FileChannel file =
              FileChannel.open(
                  cache.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(file)) {
        if (lock.isValid() && !isReady()) {
          make(cache);
        }
      }
    } catch (IOException e) {
      throw new CannotRunException(
          "Open MPI cannot be prepared in "
              + cache
              + " ("
              + e
              + "): check that it can be written to,"
              + " or set XDG_CACHE_HOME to a folder that can",
          e);
    }
    return installation();
  }

  private FileLock lock(FileChannel file) throws IOException {
    FileLock free = file.tryLock();
    if (free == null) {
      progress.say("another legio is preparing Open MPI; waiting for it");
      long patience = STEPS * StepLimit.of(machine).seconds();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(patience);
      while ((free = file.tryLock()) == null) {
        if (System.nanoTime() > end) {
          throw new CannotRunException(
              "another legio has been preparing Open MPI for more than "
                  + patience
                  + " s: end it (it has "
                  + machine.cache().resolve("lock")
                  + " open), then try again");
        }
        pause();
      }
    }
    return free;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
    } catch (InterruptedException e) {
      throw Programs.interrupted(List.of("another legio"), e);
    }
  }

  private void make(Path cache) throws IOException {
    Path unfinished = cache.resolve(UNFINISHED);
    delete(unfinished);
    requireSpace(cache);
    requireSpace(SCRATCH);
    tools.install(tools.missingToMake());
    tools.requireWorkingBubblewrap();
    progress.say(
        "preparing Open MPI 5 with fault tolerance, once: a Debian "
            + RootFilesystemRecipe.SUITE
            + " root filesystem with openmpi-bin, libopenmpi-dev and a JDK (290 MB to fetch,"
            + " 1 GB on disk, 1 to 5 minutes) in "
            + installation().root());
    Path log = cache.resolve("prepare.log");
    try {
      new RootFilesystemRecipe(progress, log, StepLimit.of(machine)).make(mirror(), unfinished);
      RootFilesystemMpi.addMountPoints(unfinished);
      requireSuitable(new RootFilesystemMpi(unfinished), log);
      delete(installation().root());
      Files.move(unfinished, installation().root(), StandardCopyOption.ATOMIC_MOVE);
    } catch (CannotRunException | IOException e) {
      delete(unfinished);
      throw e;
    }
    progress.say("Open MPI is ready");
  }

  private static void requireSuitable(MpiInstallation made, Path log) {
    Optional<String> shortcoming =
        OmpiInfo.of(made)
            .map(OmpiInfo::shortcoming)
            .orElse(Optional.of("its ompi_info does not run"));
    shortcoming.ifPresent(
        what -> {
          throw new CannotRunException(
              "the Open MPI just prepared is not usable (" + what + "): see " + log);
        });
  }

  private static void requireSpace(Path folder) throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free < NEEDED_BYTES) {
      throw new CannotRunException(
          "preparing Open MPI needs "
              + NEEDED_BYTES / 1_000_000
              + " MB in "
              + folder
              + ", of which "
              + free / 1_000_000
              + " are free: make room (or set XDG_CACHE_HOME to a folder with room for the"
              + " result)");
    }
  }

  private String mirror() {
    Optional<String> named = machine.variable(DebianMirror.VARIABLE);
    if (named.isPresent()) {
      return named.get();
    }
    String targets = DebianMirror.targets();
    if (DebianMirror.needsUpdate(targets)) {
      tools.updateIndex();
      targets = DebianMirror.targets();
    }
    return DebianMirror.parse(targets)
        .orElseThrow(
            () ->
                new CannotRunException(
                    "this machine's apt knows no Debian archive to prepare Open MPI from: set "
                        + DebianMirror.VARIABLE
                        + " to the address of one, or install Open MPI 5 or later with fault"
                        + " tolerance by other means and name it in "
                        + Variables.MPI));
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Programs.Outcome outcome =
        Programs.captured(
            new ProcessBuilder("rm", "-rf", "--one-file-system", "--", folder.toString())
                .redirectErrorStream(true)
                .redirectInput(Programs.NOTHING),
            REMOVAL_PATIENCE);
    if (!outcome.succeeded()) {
      throw new IOException(outcome.firstLine());
    }
  }
}
