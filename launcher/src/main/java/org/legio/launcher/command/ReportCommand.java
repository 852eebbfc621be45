package org.legio.launcher.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.report.RunReport;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the page about a run again, from the data beside it. */
@Command(
    name = "report",
    description = "Make the page about a run from the data that 'run --report' leaves beside it.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: bin/legio report run.json -o run.html"})
final class ReportCommand implements Callable<Integer> {
  private final LauncherContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE.json",
      description = "The data: with --report run.html it is run.json.")
  private Path data = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      description = "The page to write. Default: beside the data, with the ending .html.")
  private @Nullable Path output;

  ReportCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Path file = context.machine().directory().resolve(data).normalize();
    Path page = page(file);
    new RunReport(page).writeAgain(file);
    context.out().println("legio: " + page);
    return ExitStatus.SUCCESS.number();
  }

  private Path page(Path file) {
    Path page =
        output == null
            ? RunReport.beside(file, ".html")
            : context.machine().directory().resolve(output).normalize();
    if (page.equals(file)) {
      throw LegioCommand.refusal(
          spec, page + " is the data itself; name another file with -o, for instance run.html");
    }
    return page;
  }
}
