package org.legio.launcher.command;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.legio.agent.NativeHalf;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.Machine;
import org.legio.launcher.mpi.BindingChoice;
import org.legio.launcher.mpi.DebianMirror;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.MpiFinder;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.launcher.mpi.OmpiInfo;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.lanes.SharedFolder;

/** Checks everything that a job needs. */
final class Doctor {
  private static final long ENOUGH_SHARED_MEMORY = 256L << 20;
  private static final Path SHARED_MEMORY = SegmentName.SHARED_MEMORY_FOLDER;

  private final LauncherContext context;
  private final Supplier<Optional<String>> objectionToDefaults;
  private final Machine machine;

  /**
   * @param objectionToDefaults what is wrong with the files of defaults
   */
  Doctor(LauncherContext context, Supplier<Optional<String>> objectionToDefaults) {
    this.context = context;
    this.objectionToDefaults = objectionToDefaults;
    this.machine = context.machine();
  }

  /** Runs all checks; returns one finding for each. */
  List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    findings.add(jdk());
    findings.add(defaults());
    findings.addAll(mpi());
    findings.add(mpiClasses());
    findings.add(sharedMemory());
    findings.add(boards());
    findings.add(Finding.ok("cores", machine.cores() + "; more ranks than these share them"));
    return findings;
  }

  private static Finding jdk() {
    return Finding.ok("JDK", OwnVersion.jdk());
  }

  private Finding defaults() {
    List<DefaultsFile> read = context.defaults().files();
    String places =
        read.isEmpty()
            ? "none of " + join(DefaultsFile.places(machine, List.of()).stream()) + " is there"
            : "read: " + join(read.stream().map(DefaultsFile::path));
    return objectionToDefaults
        .get()
        .map(what -> Finding.wrong("defaults", what))
        .orElseGet(() -> Finding.ok("defaults", places));
  }

  private static String join(Stream<Path> paths) {
    return paths.map(Path::toString).collect(Collectors.joining(", "));
  }

  private List<Finding> mpi() {
    try {
      MpiInstallation mpi = context.mpiFinder().findUnprepared(Optional.empty());
      if (mpi instanceof EmbeddedMpi) {
        return embedded();
      }
      return mpi.equals(context.preparedMpi().installation()) ? prepared() : describe(mpi);
    } catch (CannotRunException e) {
      return List.of(Finding.wrong("mpirun", String.valueOf(e.getMessage())));
    }
  }

  private List<Finding> embedded() {
    List<Finding> findings = new ArrayList<>();
    boolean isAsked = context.mpiFinder().asked(Optional.empty()).isPresent();
    if (!isAsked) {
      findings.add(Finding.note("mpirun on PATH", unsuitable() + "; jobs need none on one host"));
    }
    findings.add(
        Finding.ok(
            "MPI",
            "the embedded runtime, on this host"
                + (isAsked ? "" : "; for Open MPI name it with --mpi, or write --mpi prepared")));
    return findings;
  }

  private List<Finding> prepared() {
    List<Finding> findings = new ArrayList<>();
    if (context.preparedMpi().isReady()) {
      findings.addAll(describe(context.preparedMpi().installation()));
      findings.add(tools(context.tools().missingToEnter(), "entered"));
    } else {
      findings.add(
          Finding.note(
              "mpirun",
              "the first job with --mpi prepared prepares one in "
                  + context.preparedMpi().installation().root()));
      findings.add(tools(context.tools().missingToMake(), "prepared"));
      findings.add(archive());
    }
    return findings;
  }

  private String unsuitable() {
    Optional<MpiInstallation> system = context.mpiFinder().system();
    if (system.isEmpty()) {
      return "none";
    }
    return OmpiInfo.of(system.get())
        .flatMap(OmpiInfo::shortcoming)
        .orElse(system.get().description() + " is no Open MPI");
  }

  private List<Finding> describe(MpiInstallation mpi) {
    Optional<OmpiInfo> answer = OmpiInfo.of(mpi);
    if (answer.isEmpty()) {
      return List.of(
          Finding.wrong(
              "mpirun",
              mpi.description()
                  + ": its ompi_info does not run; remove it, or name another in "
                  + MpiFinder.VARIABLE));
    }
    OmpiInfo info = answer.get();
    return List.of(
        Finding.ok("mpirun", "Open MPI " + info.version() + " in " + mpi.description()),
        info.faultTolerance()
            ? Finding.ok("ULFM", "built in")
            : Finding.wrong("ULFM", "not built in; use an Open MPI configured --with-ft=ulfm"),
        binding(mpi));
  }

  private Finding binding(MpiInstallation mpi) {
    BindingChoice choice = BindingChoice.of(mpi, machine);
    return choice.half() == NativeHalf.JNI && mpi.javaLibrary().isEmpty()
        ? Finding.wrong(
            "binding",
            choice
                + ", but there is no libmpi_java.so beside its libraries; unset "
                + NativeHalf.VARIABLE
                + ", or install an Open MPI configured --enable-mpi-java")
        : Finding.ok("binding", choice.toString());
  }

  private static Finding mpiClasses() {
    return Doctor.class.getResource("/mpi/MPI.class") == null
        ? Finding.wrong("mpi classes", "not in legio.jar; build it with './mvnw package'")
        : Finding.ok("mpi classes", "in legio.jar, for programs that bring no mpi.jar");
  }

  private Finding tools(List<String> missing, String what) {
    String packages = String.join(" ", missing);
    if (missing.isEmpty()) {
      return Finding.ok("tools", "all with which an MPI is " + what);
    }
    return machine.which("apt-get").isPresent()
        ? Finding.note(
            "tools", packages + " will be installed (root is needed once: apt-get install)")
        : Finding.wrong("tools", packages + " are missing and there is no apt-get; install them");
  }

  private Finding archive() {
    String targets = DebianMirror.targets();
    Optional<String> mirror =
        machine.variable(DebianMirror.VARIABLE).or(() -> DebianMirror.parse(targets));
    if (mirror.isPresent()) {
      return Finding.ok("Debian archive", mirror.get());
    }
    return DebianMirror.needsUpdate(targets)
        ? Finding.note("Debian archive", "will be known after apt-get update (needs root)")
        : Finding.wrong(
            "Debian archive",
            "apt knows none to prepare an MPI from; set " + DebianMirror.VARIABLE + " to one");
  }

  private static Finding boards() {
    return Files.isWritable(SHARED_MEMORY)
        ? Finding.ok("boards", "ranks of one host vote in " + SHARED_MEMORY)
        : Finding.note(
            "boards",
            SHARED_MEMORY
                + " cannot be written, so ranks agree by messages, which is slower: chmod 1777 "
                + SHARED_MEMORY);
  }

  private static Finding sharedMemory() {
    try {
      FileStore store = Files.getFileStore(SHARED_MEMORY);
      String family = (store.getUsableSpace() >> 20) + " MB free in " + SHARED_MEMORY;
      return store.getUsableSpace() >= ENOUGH_SHARED_MEMORY
          ? Finding.ok("shared memory", family)
          : Finding.note(
              "shared memory",
              family
                  + "; if jobs fail to start: mount -o remount,size=1G "
                  + SHARED_MEMORY
                  + ", or --shm-size=1g for a container, or name another folder in "
                  + SharedFolder.VARIABLE);
    } catch (IOException e) {
      return Finding.wrong(
          "shared memory", SHARED_MEMORY + " cannot be read (" + e + "); mount a tmpfs");
    }
  }
}
