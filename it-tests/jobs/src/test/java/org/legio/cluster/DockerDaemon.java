package org.legio.cluster;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;
import org.legio.integration.Commands;
import org.legio.integration.Folders;
import org.testcontainers.DockerClientFactory;

/**
 * The Docker daemon that runs the hosts: the machine's if it answers, else one that lives as long
 * as this JVM. Its images are kept for the next time.
 */
final class DockerDaemon {
  /** Where Testcontainers looks for it, too. */
  private static final Path SOCKET = Path.of("/var/run/docker.sock");

  private static final String ADDRESS = "DOCKER_HOST";
  private static final Duration START = Duration.ofSeconds(60);
  private static final int END_SECONDS = 30;

  /** Held, lest it be released. */
  @SuppressWarnings("UnusedVariable")
  private static @Nullable FileLock turn;

  private static Optional<String> obstacle = Optional.empty();
  private static boolean done;

  private DockerDaemon() {}

  /**
   * Sees to it that a daemon answers.
   *
   * @return why none does, with what to do; empty when one does
   */
  static synchronized Optional<String> require() {
    if (!done) {
      obstacle = prepare();
      done = true;
    }
    return obstacle;
  }

  private static Optional<String> prepare() {
    try {
      Path data = Files.createDirectories(Path.of(System.getProperty("legio.it.docker")));
      turn = turn(data);
      if (System.getenv(ADDRESS) == null && !answers(SOCKET)) {
        Optional<String> reason = cannotStart();
        if (reason.isPresent()) {
          return Optional.of("no Docker daemon answers at " + SOCKET + ", and " + reason.get());
        }
        start(data);
      }
    } catch (IOException | IllegalStateException e) {
      return Optional.of("no Docker daemon can be started here: " + e.getMessage());
    }
    return DockerClientFactory.instance().isDockerAvailable()
        ? Optional.empty()
        : Optional.of("the Docker daemon cannot be used: see what Testcontainers says above");
  }

  private static Optional<String> cannotStart() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.of("only root can start one: start Docker, or run the tests as root");
    }
    boolean isInstalled =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "dockerd")));
    return isInstalled
        ? Optional.empty()
        : Optional.of("dockerd is not installed: apt-get install docker.io");
  }

  private static boolean answers(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      return false;
    }
  }

  private static void start(Path data) throws IOException {
    Path folder = Files.createTempDirectory("legio-docker-");
    Path log = folder.resolve("log");
    List<String> command =
        List.of(
            "setpriv",
            "--pdeathsig",
            "TERM",
            "unshare",
            "--mount", // what it mounts and leaves behind is gone with it
            "dockerd",
            "--data-root",
            data.toString(),
            "--exec-root",
            folder.resolve("exec").toString(),
            "--host",
            "unix://" + SOCKET,
            "--pidfile",
            folder.resolve("pid").toString());
    Process daemon = Commands.start(command, log);
    Thread end = new Thread(() -> end(daemon, folder), "end-of-dockerd");
    Runtime.getRuntime().addShutdownHook(end);
    try {
      Awaitility.await().atMost(START).until(() -> !daemon.isAlive() || answers(SOCKET));
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException(failure("does not answer after " + START, log), e);
    }
    if (!daemon.isAlive()) {
      throw new IllegalStateException(failure("ended with status " + daemon.exitValue(), log));
    }
  }

  /**
   * Waits until no other JVM runs these tests, and keeps others waiting until this one has ended:
   * the daemon that answers may be another JVM's and end with it.
   */
  private static FileLock turn(Path data) throws IOException {
    Path file = data.resolveSibling(data.getFileName() + ".lock");
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).lock();
  }

  private static String failure(String what, Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return "dockerd "
        + what
        + ": "
        + String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  private static void end(Process daemon, Path folder) {
    daemon.destroy();
    try {
      if (!daemon.waitFor(END_SECONDS, SECONDS)) {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly().waitFor();
      }
      Folders.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
