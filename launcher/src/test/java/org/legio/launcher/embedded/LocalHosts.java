package org.legio.launcher.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.shm.HostMap;

/** Hosts of a job that are all on this machine; their ranks run a shell script. */
final class LocalHosts implements AutoCloseable {
  private static final String NAME = "127.0.0.1";
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private final List<RecordedReports> reports = new ArrayList<>();
  private final List<HostProcess> daemons = new ArrayList<>();

  /**
   * Starts the daemons, and their ranks.
   *
   * @param hostOf the number of each process's host
   * @param options of the job
   */
  LocalHosts(int[] hostOf, List<String> options, boolean isAtTerminal, String script)
      throws IOException, InterruptedException {
    int count = IntStream.of(hostOf).max().orElse(0) + 1;
    HostMap hosts = new HostMap(Collections.nCopies(count, NAME), hostOf, 0);
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(StartOption.RANKS.arguments(Integer.toString(hostOf.length)));
    arguments.addAll(List.of("sh", "-c", script));
    JobSecret secret = JobSecret.random(false);
    int[] ports = new int[count];
    for (int host = 0; host < count; host++) {
      RecordedReports ofHost = new RecordedReports();
      List<String> command = LightJava.onHosts(JAVA, HostDaemon.class);
      HostProcess daemon = HostProcess.start(host, NAME, command, ofHost.listener());
      daemons.add(daemon);
      reports.add(ofHost);
      daemon.describe(new HostJob(secret, hosts.seenFrom(host), arguments, Map.of(), isAtTerminal));
      ports[host] = (int) ofHost.await("ready").values().get(1);
    }
    daemons.forEach(daemon -> daemon.start(ports));
  }

  HostProcess daemon(int host) {
    return daemons.get(host);
  }

  RecordedReports reports(int host) {
    return reports.get(host);
  }

  @Override
  public void close() {
    daemons.forEach(HostProcess::kill);
  }
}
