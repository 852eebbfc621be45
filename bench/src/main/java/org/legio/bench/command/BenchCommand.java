package org.legio.bench.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.bench.figures.FigureFolder;
import org.legio.bench.figures.FigureTable;
import org.legio.bench.plan.Effort;
import org.legio.bench.plan.Figure;
import org.legio.bench.plan.Lineup;
import org.legio.bench.plan.MpiRuntime;
import org.legio.bench.plan.Part;
import org.legio.bench.plan.Plan;
import org.legio.bench.plan.Run;
import org.legio.bench.plan.Variant;
import org.legio.bench.report.BenchReport;
import org.legio.bench.run.Suite;
import org.legio.bench.samples.SampleFile;
import org.legio.bench.statistics.Cells;
import org.legio.core.settings.Words;
import org.legio.launcher.command.HostOptions;
import org.legio.launcher.command.LauncherContext;
import org.legio.launcher.command.LegioCommand;
import org.legio.launcher.job.Hosts;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.OwnName;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.launcher.mpi.EmbeddedMpi;
import org.legio.launcher.mpi.MpiFinder;
import org.legio.launcher.mpi.MpiInstallation;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the cost of protection on this machine, and draws it. */
@Command(
    name = "bench",
    description =
        "Measure what the agent costs on this machine; writes report.html, cells.csv and"
            + " samples.csv.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example: bin/legio bench --quick --out /tmp/bench",
      "The exit status is 1 when a run has failed; the report says which."
    })
final class BenchCommand implements Callable<Integer> {
  private static final String SAMPLES = "samples.csv";
  private static final String CELLS = "cells.csv";

  /** The value of {@code --mpi} that compares the embedded runtime with Open MPI. */
  private static final String BOTH = "both";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--quick",
      description =
          "5 minutes (9 on the embedded runtime) instead of an hour: fewer sizes and ranks.")
  private boolean quick;

  @Option(names = "--tiny", hidden = true, description = "As little as shows that it works.")
  private boolean tiny;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the results. Default: legio-bench-DATE-TIME.")
  private @Nullable Path out;

  @Option(
      names = "--part",
      paramLabel = "NAME",
      description =
          "Only this part: sizes, ranks, messages, limit, accesses, repair, applications, startup,"
              + " replicas, accuracy, kernels, ep or nas; repeatable.")
  private List<String> parts = List.of();

  @Option(
      names = "--compare",
      paramLabel = "LIB.so",
      description = "A C library over PMPI, preloaded in place of the agent, as one more line.")
  private @Nullable Path library;

  @Option(
      names = "--mpi",
      paramLabel = "MPI",
      description = {
        "The MPI to measure, as for run; both compares the embedded runtime with the",
        "Open MPI that LEGIO_MPI names, the one on PATH or the prepared one. Default: an Open MPI;",
        "for only limit, accuracy and nas, the embedded runtime."
      })
  private @Nullable String mpi;

  @Mixin private HostOptions hostOptions = new HostOptions();

  @Mixin private ExtentOptions extent = new ExtentOptions();

  @Mixin private FigureOptions figureOptions = new FigureOptions();

  BenchCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Optional<Variant> rival = rival();
    Set<Figure> figures = figureOptions.figures(parts);
    Set<Part> chosen = figures.isEmpty() ? chosenParts() : FigureOptions.parts(figures);
    List<String> notes = extent.requireUse(chosen);
    Map<MpiRuntime, MpiInstallation> mpis = mpis(chosen);
    BenchLauncher launcher = new BenchLauncher(context, mpis, hostOptions, mapping(figures));
    List<Run> all = plan(figures, chosen, lineup(mpis, rival));
    List<Run> plan = runnable(all, launcher);
    plan.forEach(launcher::requireReachable);
    Path folder = folder();
    SampleFile file = begin(folder.resolve(SAMPLES));
    Circumstances circumstances =
        new Circumstances(context, mpis.values(), commandLine())
            .with("runs", String.valueOf(plan.size()))
            .with("configurations", configurations(plan));
    notes.forEach(note -> context.out().println("legio: " + note));
    launcher.missingSlots(all).ifPresent(note -> context.out().println("legio: " + note));
    context.out().println("legio: " + plan.size() + " runs; samples go to " + folder);
    BenchProgress progress = BenchProgress.on(context.err());
    Suite suite = new Suite(launcher, file, progress);
    suite.carryOut(plan);
    Map<String, String> described = circumstances.atEnd();
    BenchReport report = new BenchReport(described, suite.samples(), suite.failures());
    int status = report(folder, report);
    FigureFolder drawings = new FigureFolder(folder, origin(described, launcher.hosts(), mpis));
    drawings
        .write(figures, suite.samples())
        .forEach(drawing -> context.out().println("legio: " + drawing));
    return status;
  }

  private List<Run> plan(Set<Figure> figures, Set<Part> chosen, Lineup lineup) {
    Effort asked = extent.of(effort());
    Lineup locals = extent.of(lineup);
    return figures.isEmpty()
        ? Plan.of(chosen, asked, locals)
        : FigureOptions.plan(figures, asked, locals);
  }

  /** The thesis fills one node after the other; else two ranks are on two hosts. */
  private static String mapping(Set<Figure> figures) {
    return figures.isEmpty() ? "node" : "slot";
  }

  /** The runs that the hosts have slots for; at least one. */
  private List<Run> runnable(List<Run> plan, BenchLauncher launcher) {
    List<Run> runnable = plan.stream().filter(launcher::runs).toList();
    if (runnable.isEmpty()) {
      throw refused(
          "nothing of it can be measured here; replicas need --mpi embedded and one host, NAS kernels --mpi embedded, repairs 4"
              + " ranks and fewer of them in a local, and jobs as many slots as ranks");
    }
    return runnable;
  }

  private static FigureTable.Origin origin(
      Map<String, String> circumstances, Hosts hosts, Map<MpiRuntime, MpiInstallation> mpis) {
    String remark =
        Stream.of("began", "Legio", "MPI", "cores", Circumstances.LOAD, Circumstances.LATER_LOAD)
            .map(name -> name + ": " + circumstances.get(name))
            .collect(Collectors.joining("; "));
    return new FigureTable.Origin(
        remark + "; command: " + circumstances.get(BenchReport.COMMAND),
        circumstances.getOrDefault("host", ""),
        Math.max(1, hosts.names().size()),
        mpis.keySet().iterator().next().title());
  }

  /** The MPIs to measure. */
  private Map<MpiRuntime, MpiInstallation> mpis(Set<Part> chosen) {
    Map<MpiRuntime, MpiInstallation> found = new EnumMap<>(MpiRuntime.class);
    MpiFinder finder = context.mpiFinder();
    if (BOTH.equals(mpi)) {
      found.put(MpiRuntime.OPEN_MPI, finder.findOpenMpiBesideEmbedded());
      found.put(MpiRuntime.EMBEDDED, finder.embedded());
    } else {
      Optional<String> named = finder.asked(Optional.ofNullable(mpi));
      boolean prefersEmbedded = chosen.stream().allMatch(Part::prefersEmbedded);
      MpiInstallation only =
          named.isEmpty() && prefersEmbedded
              ? finder.embedded()
              : finder.findOpenMpi(Optional.ofNullable(mpi));
      boolean isEmbedded = only instanceof EmbeddedMpi;
      found.put(isEmbedded ? MpiRuntime.EMBEDDED : MpiRuntime.OPEN_MPI, only);
    }
    return found;
  }

  private Lineup lineup(Map<MpiRuntime, MpiInstallation> mpis, Optional<Variant> rival) {
    if (rival.isPresent() && mpis.containsKey(MpiRuntime.EMBEDDED)) {
      throw refused(
          "--compare "
              + library
              + ": a library over PMPI runs on Open MPI only; drop --compare, or name an Open MPI"
              + " with --mpi");
    }
    return mpis.size() > 1
        ? Lineup.sideBySide()
        : Lineup.on(mpis.keySet().iterator().next(), rival);
  }

  private static String configurations(List<Run> plan) {
    return plan.stream()
        .map(run -> run.configuration().description())
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private Set<Part> chosenParts() {
    Set<Part> chosen = EnumSet.noneOf(Part.class);
    for (String name : parts) {
      chosen.add(
          Part.named(name)
              .orElseThrow(
                  () ->
                      refused(
                          "--part '"
                              + name
                              + "': there is no such part; "
                              + Words.suggestion(name, Part.ids()))));
    }
    if (chosen.contains(Part.MESSAGES)) {
      chosen.add(Part.LIMIT);
    }
    return chosen.isEmpty() ? Part.suite() : chosen;
  }

  private Effort effort() {
    return tiny ? Effort.TINY : quick ? Effort.QUICK : Effort.FULL;
  }

  private Optional<Variant> rival() {
    if (library == null) {
      return Optional.empty();
    }
    Path path = context.machine().directory().resolve(library).normalize();
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw refused(
          "--compare "
              + library
              + ": there is no such file that can be read; name a shared library (.so)");
    }
    return Optional.of(Variant.preloaded(path));
  }

  private Path folder() {
    String ofNow = "legio-bench-" + LocalDateTime.now(ZoneId.systemDefault()).format(TIME);
    Path folder =
        context.machine().directory().resolve(out == null ? Path.of(ofNow) : out).normalize();
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
  }

  private static SampleFile begin(Path path) {
    try {
      return SampleFile.begin(path);
    } catch (FileAlreadyExistsException e) {
      throw new CannotRunException(
          path + " holds the samples of another suite; name another folder with --out", e);
    } catch (IOException e) {
      throw unwritable(path, e);
    }
  }

  private static CannotRunException unwritable(Path path, IOException e) {
    return new CannotRunException(
        path + " cannot be written (" + e + "); name a folder that can with --out", e);
  }

  private String commandLine() {
    return OwnName.NAME + " " + ShellQuoting.line(LegioCommand.arguments(spec));
  }

  private int report(Path folder, BenchReport report) {
    Path page = folder.resolve("report.html");
    try {
      Files.writeString(page, report.html());
      Files.write(folder.resolve(CELLS), Cells.of(report.samples()).lines());
    } catch (IOException e) {
      throw new UncheckedIOException("the report cannot be written to " + folder, e);
    }
    report.goals().forEach(line -> context.out().println("legio: " + line));
    context.out().println("legio: " + report.reliability().sentence());
    int failed = report.failures().size();
    context.out().println("legio: " + page + (failed == 0 ? "" : "; " + failed + " runs failed"));
    return ExitStatus.of(failed == 0);
  }

  private ParameterException refused(String message) {
    return LegioCommand.refusal(spec, message);
  }
}
