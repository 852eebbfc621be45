package org.legio.launcher.job;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.legio.launcher.machine.CannotRunException;

/**
 * The Unix-domain socket by which other commands of the same user reach a running job. It is named
 * for the launcher's process id, in a folder that only the user can enter.
 */
public final class JobSocket implements Closeable {
  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rwx------");

  /** A question is one line; so many bytes of it are read. */
  private static final int MAX_QUESTION_CHARS = 1 << 10;

  /** A question of another command, which waits for the answer. */
  public static final class Question {
    private final String text;
    private final SocketChannel asker;

    private Question(String text, SocketChannel asker) {
      this.text = text;
      this.asker = asker;
    }

    public String text() {
      return text;
    }

    /** Answers; one who has gone meanwhile is not told. */
    public void answer(boolean isDone, String message) {
      try (PrintWriter to = new PrintWriter(Channels.newWriter(asker, StandardCharsets.UTF_8))) {
        to.println(new Answer(isDone, message).line());
      }
    }
  }

  /**
   * What a job answers.
   *
   * @param isDone whether it has done what it was asked for
   * @param message one line for the user
   */
  public record Answer(boolean isDone, String message) {
    private static final String DONE = "done ";
    private static final String REFUSED = "refused ";

    private String line() {
      return (isDone ? DONE : REFUSED) + message;
    }

    private static Answer parse(String line) {
      boolean isDone = line.startsWith(DONE);
      return new Answer(isDone, line.substring((isDone ? DONE : REFUSED).length()));
    }
  }

  private final Path path;
  private final ServerSocketChannel server;
  private final Consumer<Question> consumer;

  private JobSocket(Path path, ServerSocketChannel server, Consumer<Question> consumer) {
    this.path = path;
    this.server = server;
    this.consumer = consumer;
  }

  /**
   * Opens the socket of this process.
   *
   * @param consumer takes questions, on threads of their own
   */
  public static JobSocket open(Consumer<Question> consumer) throws IOException {
    Path folder = folder();
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OF_OWNER));
    } catch (java.nio.file.FileAlreadyExistsException e) {
      requireOwn(folder);
    }
    Path path = folder.resolve(Long.toString(ProcessHandle.current().pid()));
    Files.deleteIfExists(path); // of a killed process that had the same id
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    JobSocket made = new JobSocket(path, server, consumer);
    start(made::accept);
    return made;
  }

  private static Path folder() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "legio-jobs-" + System.getProperty("user.name"));
  }

  private static void requireOwn(Path folder) throws IOException {
    boolean isOwn =
        Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getOwner(Path.of("/proc/self")))
            && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OF_OWNER);
    if (!isOwn) {
      throw new IOException(folder + " is not a folder of this user alone; remove it");
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "questions");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel asker = server.accept();
        start(() -> take(asker));
      } catch (IOException e) {
        if (server.isOpen()) {
          System.err.println("legio: " + path + " takes no more questions: " + e);
          return;
        }
      }
    }
  }

  private void take(SocketChannel asker) {
    StringBuilder line = new StringBuilder();
    try {
      java.io.Reader from = Channels.newReader(asker, StandardCharsets.UTF_8);
      for (int next = from.read();
          next >= 0 && next != '\n' && line.length() < MAX_QUESTION_CHARS;
          next = from.read()) {
        line.append((char) next);
      }
      consumer.accept(new Question(line.toString(), asker));
    } catch (IOException e) {
      System.err.println("legio: a question to this job cannot be read: " + e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(path);
  }

  // ------------------------------------------------------------------ who asks

  /** The process ids of the user's jobs that can be asked. */
  public static List<Long> jobs() {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> Long.parseLong(String.valueOf(file.getFileName())))
          .filter(pid -> ProcessHandle.of(pid).isPresent())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CannotRunException(folder + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** The job that a process runs, or has a process that it started run. */
  public static Optional<Long> jobOf(long pid) {
    return jobs().stream().filter(job -> isOf(job, pid)).findFirst();
  }

  private static boolean isOf(long job, long pid) {
    return job == pid
        || ProcessHandle.of(job)
            .flatMap(ProcessHandle::parent)
            .filter(parent -> parent.pid() == pid)
            .isPresent();
  }

  /**
   * Asks a job, and waits for the answer.
   *
   * @throws CannotRunException if the job ends, or has ended
   */
  public static Answer ask(long job, String question) {
    Path path = folder().resolve(Long.toString(job));
    try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      PrintWriter to = new PrintWriter(Channels.newWriter(socket, StandardCharsets.UTF_8), true);
      to.println(question);
      String line =
          new BufferedReader(Channels.newReader(socket, StandardCharsets.UTF_8)).readLine();
      if (line == null) {
        throw new CannotRunException("the job " + job + " has ended meanwhile");
      }
      return Answer.parse(line);
    } catch (IOException e) {
      throw new CannotRunException(
          "the job %d cannot be asked (%s); see whether it still runs"
              .formatted(job, e.getMessage()),
          e);
    }
  }
}
