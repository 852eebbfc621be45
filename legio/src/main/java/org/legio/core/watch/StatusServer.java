package org.legio.core.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the questions of the other ranks, on a thread of its own: it reads one line with the
 * token and a request and writes one text back. Without the token there is no answer.
 */
final class StatusServer implements Runnable {
  private static final int BACKLOG = 1024;
  private static final int PATIENCE_MS = 1000;
  private static final int MAX_BYTES = 200;
  private static final Logger LOG = LoggerFactory.getLogger("legio");

  private final ServerSocket server;
  private final Contact contact;
  private final UnaryOperator<String> answers;

  /**
   * Opens it at a free port.
   *
   * @param answers gives the text for a request
   */
  StatusServer(InetAddress address, UnaryOperator<String> answers) throws IOException {
    this.server = new ServerSocket(0, BACKLOG, address);
    this.contact = Contact.own(new InetSocketAddress(address, server.getLocalPort()));
    this.answers = answers;
  }

  Contact contact() {
    return contact;
  }

  void close() throws IOException {
    server.close();
  }

  @Override
  public void run() {
    while (!server.isClosed()) {
      try (Socket asker = server.accept()) {
        asker.setSoTimeout(PATIENCE_MS);
        answer(asker);
      } catch (IOException e) {
        LOG.debug("legio: a question has not been answered: {}", e.toString());
      }
    }
  }

  private void answer(Socket asker) throws IOException {
    String line = lineOf(asker);
    String token = contact.token() + " ";
    if (line.startsWith(token)) {
      String text = answers.apply(line.substring(token.length()));
      asker.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String lineOf(Socket asker) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = asker.getInputStream().read();
        c != '\n' && c >= 0 && line.length() < MAX_BYTES;
        c = asker.getInputStream().read()) {
      line.append((char) c);
    }
    return line.toString();
  }
}
