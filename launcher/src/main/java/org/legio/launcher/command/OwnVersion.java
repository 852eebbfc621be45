package org.legio.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.legio.launcher.machine.OwnJar;
import org.legio.launcher.mpi.PreparedMpi;
import org.legio.launcher.mpi.Versions;
import picocli.CommandLine;

/** What {@code --version} prints: Legio, the commit it was built from, the JDK, the MPIs here. */
final class OwnVersion implements CommandLine.IVersionProvider {
  private final LauncherContext context;

  OwnVersion(LauncherContext context) {
    this.context = context;
  }

  @Override
  public String[] getVersion() {
    List<String> lines = new ArrayList<>();
    lines.add("legio " + OwnJar.version(context.jar()));
    lines.add("JDK " + jdk());
    lines.addAll(openMpis());
    lines.add("embedded runtime in " + context.jar());
    return lines.toArray(String[]::new);
  }

  /** The JDK that runs this process, and its place. */
  static String jdk() {
    return System.getProperty("java.version") + " in " + System.getProperty("java.home");
  }

  private List<String> openMpis() {
    PreparedMpi prepared = context.preparedMpi();
    List<String> found =
        Stream.concat(
                context.mpiFinder().system().stream(),
                prepared.isReady() ? Stream.of(prepared.installation()) : Stream.empty())
            .map(mpi -> Versions.ofMpiAndBinding(mpi, context.machine()))
            .toList();
    return found.isEmpty() ? List.of("Open MPI: no mpirun on PATH, none prepared") : found;
  }
}
