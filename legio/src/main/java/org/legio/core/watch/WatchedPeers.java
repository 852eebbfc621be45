package org.legio.core.watch;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Reaches the ranks of the world by sockets, without MPI. */
final class WatchedPeers {
  private static final int AT_ONCE = 16;

  private final Contact[] contacts;
  private final int own;
  private final ExecutorService askers =
      Executors.newFixedThreadPool(
          AT_ONCE,
          task -> {
            Thread thread = new Thread(task, "legio-asker");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param contacts by rank in the world
   * @param own this process's rank
   */
  WatchedPeers(Contact[] contacts, int own) {
    this.contacts = contacts;
    this.own = own;
  }

  int size() {
    return contacts.length;
  }

  /** This process's rank in the world. */
  int own() {
    return own;
  }

  Contact contact(int rank) {
    return contacts[rank];
  }

  /** Asks one rank; it may take {@code patienceMs} milliseconds to answer. */
  Reply ask(int rank, String request, int patienceMs) {
    Contact contact = contacts[rank];
    try (Socket socket = new Socket()) {
      socket.connect(contact.address(), patienceMs);
      socket.setSoTimeout(patienceMs);
      socket
          .getOutputStream()
          .write((contact.token() + " " + request + "\n").getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return answer.length == 0
          ? Reply.END
          : new Reply(Reply.Kind.ANSWERED, new String(answer, StandardCharsets.UTF_8));
    } catch (SocketTimeoutException e) {
      return Reply.SILENCE;
    } catch (ConnectException e) {
      return Reply.END;
    } catch (IOException e) { // the rank has ended while it was asked, or cannot be reached
      return contact.node() != contacts[own].node() || contact.process().isEmpty()
          ? Reply.END
          : Reply.SILENCE;
    }
  }

  /** Asks several ranks at once; returns the replies by rank. */
  Map<Integer, Reply> ask(List<Integer> ranks, String request, int patienceMs) {
    Map<Integer, CompletableFuture<Reply>> asked = new TreeMap<>();
    ranks.forEach(
        rank ->
            asked.put(
                rank, CompletableFuture.supplyAsync(() -> ask(rank, request, patienceMs), askers)));
    Map<Integer, Reply> replies = new TreeMap<>();
    asked.forEach((rank, reply) -> replies.put(rank, reply.join()));
    return replies;
  }

  /**
   * Kills a process that does not answer, by SIGKILL. A rank on its own node does it: the first
   * that answers.
   *
   * @param anyway whether to kill it even if it is not stopped
   * @return whether a rank has killed it
   */
  boolean kill(int rank, boolean anyway, int patienceMs) {
    if (contacts[rank].node() == contacts[own].node()) {
      return killHere(rank, anyway);
    }
    String question = Question.KILL.about(rank, anyway ? 1 : 0);
    return IntStream.range(0, size())
        .filter(other -> other != rank && contacts[other].node() == contacts[rank].node())
        .anyMatch(other -> ask(other, question, patienceMs).is(Question.YES));
  }

  /** As {@link #kill}, for a rank on this node. */
  boolean killHere(int rank, boolean anyway) {
    return contacts[rank].node() == contacts[own].node()
        && (anyway || contacts[rank].isStopped())
        && contacts[rank].process().map(ProcessHandle::destroyForcibly).orElse(true);
  }
}
