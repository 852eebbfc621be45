package org.legio.runtime.lanes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Processes that run {@link RankProgram}. None outlives this object. */
final class Children implements AutoCloseable {
  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(25);
  private static final String END = "(end of output)";

  private final SegmentName name;
  private final List<Process> processes = new ArrayList<>();
  private final List<BlockingQueue<String>> lines = new ArrayList<>();
  private final Queue<String> evidence = new ConcurrentLinkedQueue<>();

  private Children(Path folder) {
    this.name = SegmentName.random(folder);
  }

  /** Starts one that makes its file in a folder, and does not unlink it. */
  static Children startMaker(Path folder) throws Exception {
    Children children = new Children(folder);
    try {
      children.start(0, 1, "operations", 0);
      children.expect(0, "ready");
      return children;
    } catch (Throwable failure) {
      children.close();
      throw failure;
    }
  }

  /** Starts one that sweeps a folder until it is told to end. */
  static Children startSweeper(Path folder) throws Exception {
    Children children = new Children(folder);
    try {
      children.start(SweepProgram.class, folder.toString());
      children.expect(0, "ready");
      return children;
    } catch (Throwable failure) {
      children.close();
      throw failure;
    }
  }

  /** Starts all; each has locked its byte when this returns, and the file is unlinked. */
  static Children start(int members, String mode, long seed) throws Exception {
    Children children = new Children(SegmentName.SHARED_MEMORY_FOLDER);
    try {
      for (int member = 0; member < members; member++) {
        children.start(member, members, mode, seed);
        if (member == 0) {
          children.expect(
              0, "ready"); // The maker comes first; the others find a file that is whole.
        }
      }
      for (int member = 1; member < members; member++) {
        children.expect(member, "ready");
      }
      Files.delete(children.name.path());
      return children;
    } catch (Throwable failure) {
      children.close();
      throw failure;
    }
  }

  private void start(int member, int members, String mode, long seed) throws IOException {
    start(RankProgram.class, file().toString(), "" + member, "" + members, mode, "" + seed);
  }

  private void start(Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData"); // a file of another container's JVM would cause a warning
    command.addAll(List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    int member = processes.size();
    processes.add(process);
    BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    lines.add(queue);
    Thread reader = new Thread(() -> read(process.inputReader(), member, queue));
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader output, int member, BlockingQueue<String> queue) {
    try (output) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        evidence.add(member + ": " + line + "\n");
        queue.add(line);
      }
      queue.add(END);
    } catch (IOException e) {
      queue.add(END);
      throw new UncheckedIOException("output of member " + member, e);
    }
  }

  /** The next line of a member, which has to begin with a word. */
  String expect(int member, String word) throws InterruptedException {
    String line = lines.get(member).poll(DEADLINE_NS, TimeUnit.NANOSECONDS);
    if (line == null || !line.startsWith(word)) {
      throw new AssertionError(
          "member %d: '%s' instead of '%s'; all output:%n%s".formatted(member, line, word, this));
    }
    return line;
  }

  void tell(int member) throws IOException {
    processes.get(member).outputWriter().append("go\n").flush();
  }

  /** Sends SIGKILL. By its handle, since a process that is destroyed closes what it has printed. */
  void kill(int member) {
    processes.get(member).toHandle().destroyForcibly();
  }

  /** Sends a signal, and waits until the kernel shows that it has worked. */
  void signal(int member, String signal, boolean stopped) throws Exception {
    long pid = processes.get(member).pid();
    Process kill = new ProcessBuilder("kill", "-" + signal, "" + pid).start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("kill -%s %d: status %d".formatted(signal, pid, kill.exitValue()));
    }
    long deadlineNs = System.nanoTime() + DEADLINE_NS;
    while (isStopped(pid) != stopped) {
      if (System.nanoTime() - deadlineNs > 0) {
        throw new AssertionError("process %d has not taken %s".formatted(pid, signal));
      }
      Thread.onSpinWait();
    }
  }

  private static boolean isStopped(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
  }

  /** Kills a process and waits for its end. */
  void end(int member) {
    kill(member);
    Process process = processes.get(member);
    try {
      if (!process.waitFor(DEADLINE_NS, TimeUnit.NANOSECONDS)) {
        throw new AssertionError("process " + process.pid() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted before the end of process " + process.pid(), e);
    }
  }

  Path file() {
    return name.path();
  }

  @Override
  public void close() throws IOException {
    for (int member = 0; member < processes.size(); member++) {
      kill(member);
    }
    for (int member = 0; member < processes.size(); member++) {
      end(member);
    }
    Files.deleteIfExists(file());
  }

  @Override
  public String toString() {
    return String.join("", evidence);
  }
}
