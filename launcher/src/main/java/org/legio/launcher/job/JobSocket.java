package org.legio.launcher.job;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.legio.launcher.machine.CannotRunException;

/**
 * The Unix-domain socket by which other commands of the same user reach a running job: a file of
 * the job's {@link SessionFolder}, which only the user can enter, named for the launcher's process
 * id. It goes with the folder, also if the process that has opened it is killed.
 */
public final class JobSocket implements Closeable {
  private static final Pattern NAME = Pattern.compile("(\\d{1,18})\\.socket");

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
   * Opens the socket of a job.
   *
   * @param folder of the job
   * @param launcher the process id by which users name it
   * @param consumer takes questions, on threads of their own
   */
  public static JobSocket open(Path folder, long launcher, Consumer<Question> consumer)
      throws IOException {
    Path path = folder.resolve(launcher + ".socket");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(path));
    JobSocket made = new JobSocket(path, server, consumer);
    start(made::accept);
    return made;
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
      Reader from = Channels.newReader(asker, StandardCharsets.UTF_8);
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

  /** The sockets of the user's jobs that can be asked, by the launchers' process ids. */
  public static SortedMap<Long, Path> all() {
    SortedMap<Long, Path> found = new TreeMap<>();
    for (Path file : SessionFolder.filesOfAll()) {
      Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
      if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent()) {
        found.put(Long.valueOf(name.group(1)), file);
      }
    }
    return found;
  }

  /**
   * Asks a job, and waits for the answer.
   *
   * @param socket of the job
   * @throws CannotRunException if the job ends, or has ended
   */
  public static Answer ask(Path socket, String question) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      PrintWriter to = new PrintWriter(Channels.newWriter(channel, StandardCharsets.UTF_8), true);
      to.println(question);
      String line =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)).readLine();
      if (line != null) {
        return Answer.parse(line);
      }
      throw new CannotRunException("the job has ended meanwhile");
    } catch (IOException e) {
      throw new CannotRunException(
          "the job has ended, or does not answer (%s)".formatted(e.getMessage()), e);
    }
  }
}
