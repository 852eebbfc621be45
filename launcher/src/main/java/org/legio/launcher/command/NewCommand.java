package org.legio.launcher.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.legio.launcher.machine.CannotRunException;
import org.legio.launcher.machine.ShellQuoting;
import org.legio.ulfm.messages.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a Maven project with an MPI program, and with tests in which ranks die. */
@Command(
    name = "new",
    description = "Make a Maven project: an MPI program, and tests in which its ranks die.",
    footer = {"", "Example: bin/legio new hello && cd hello && mvn verify"},
    mixinStandardHelpOptions = true)
final class NewCommand implements Callable<Integer> {
  /** What Maven takes for the name of a project. */
  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

  private final LauncherContext context;

  @Parameters(paramLabel = "DIR", description = "A folder that is not there yet, or is empty.")
  private Path folder = Path.of("");

  @Spec private @Nullable CommandSpec spec;

  NewCommand(LauncherContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    Path project = context.machine().directory().resolve(folder).normalize();
    String name = String.valueOf(project.getFileName());
    if (!name.matches(NAME)) {
      throw LegioCommand.refusal(
          spec,
          "the folder's name \"%s\" becomes the project's, which has letters, digits, '-', '_' and '.'"
              .formatted(name));
    }
    Path repository = context.installation().repository();
    if (!Files.isDirectory(repository)) {
      throw new CannotRunException(
          "Legio's artifacts for Maven are not in "
              + repository
              + "; run './mvnw -Prelease -DskipTests package'");
    }
    write(
        project,
        Map.of(
            "name", name,
            "repository", repository.toUri().toString().replace("&", "&amp;"),
            "jar", ShellQuoting.quote(context.jar().toString())));
    tell("made " + project + ": an MPI program, and tests that kill its ranks");
    tell("continue with: cd " + ShellQuoting.quote(folder.toString()) + " && mvn verify");
    return ExitStatus.SUCCESS.number();
  }

  private static void write(Path project, Map<String, String> values) {
    try {
      Files.createDirectories(project);
      try (Stream<Path> present = Files.list(project)) {
        if (present.findAny().isPresent()) {
          throw new CannotRunException(
              project + " is not empty; name a folder that is not there yet");
        }
      }
      for (ProjectFile file : ProjectFile.values()) {
        file.write(project, values);
      }
    } catch (IOException e) {
      throw new CannotRunException("the project cannot be written: " + e);
    }
  }

  private void tell(String line) {
    context.out().println("legio: " + line);
  }
}
