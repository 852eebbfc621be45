package org.legio.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets, on the loopback interface. */
@Timeout(30)
class WatchedPeersTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final int PATIENCE_MS = 300;

  private final StatusServer statusServer = newStatusServer();

  private static StatusServer newStatusServer() {
    try {
      return new StatusServer(LOOPBACK, request -> "asked " + request);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void answer() {
    Thread thread = new Thread(statusServer, "statusServer");
    thread.setDaemon(true);
    thread.start();
  }

  @AfterEach
  void close() throws IOException {
    statusServer.close();
  }

  private WatchedPeers peers(Contact other) {
    return new WatchedPeers(new Contact[] {statusServer.contact(), other}, 0);
  }

  @Test
  void whoIsThereAnswersWhoIsStoppedIsSilentWhoHasEndedIsGone() throws IOException {
    Contact other;
    try (ServerSocket stopped = new ServerSocket(0, 1, LOOPBACK)) { // accepts nobody
      other = Contact.own(new InetSocketAddress(LOOPBACK, stopped.getLocalPort()));
      Map<Integer, Reply> replies =
          peers(other).ask(List.of(0, 1), Question.WHERE.about(7, 3), PATIENCE_MS);
      assertThat(replies)
          .containsEntry(0, new Reply(Reply.Kind.ANSWERED, "asked WHERE 7 3"))
          .containsEntry(1, Reply.SILENCE);
    }
    assertThat(peers(other).ask(1, Question.PING.about(), PATIENCE_MS)).isEqualTo(Reply.END);
  }

  @Test
  void aStrangerGetsNothing() throws IOException {
    Contact own = statusServer.contact();
    Contact stranger = Contact.own(own.address());
    assertThat(stranger.token()).as("another random one").isNotEqualTo(own.token());
    assertThat(peers(stranger).ask(1, Question.PING.about(), PATIENCE_MS)).isEqualTo(Reply.END);
  }

  @Test
  void whatIsExchangedSaysHowARankIsReachedAndWhichProcessItIs() {
    ByteBuffer written = ByteBuffer.allocate(2 * Contact.BYTES);
    statusServer.contact().write(written);
    statusServer.contact().write(written);
    written.flip();
    assertThat(Contact.read(written)).isEqualTo(statusServer.contact());
    assertThat(Contact.read(written)).isEqualTo(statusServer.contact());
    assertThat(statusServer.contact().process()).contains(ProcessHandle.current());
  }

  @Test
  void aProcessOfTheSameNumberThatWasStartedAtAnotherTimeIsNotKilled() {
    Contact own = statusServer.contact();
    Contact reused =
        new Contact(own.address(), own.token(), own.pid(), own.startedMs() - 1, own.node());
    assertThat(reused.process()).isEmpty();
    assertThat(peers(reused).killHere(1, true)).as("it is gone already").isTrue();
  }

  @Test
  void aProcessThatRunsIsNotTakenForStopped() {
    assertThat(statusServer.contact().isStopped()).isFalse();
    assertThat(peers(statusServer.contact()).killHere(1, false)).as("this JVM lives on").isFalse();
  }

  @Test
  void aProcessOfAnotherNodeIsNotKilledFromHere() {
    Contact own = statusServer.contact();
    Contact elsewhere =
        new Contact(own.address(), own.token(), own.pid(), own.startedMs(), own.node() + 1);
    assertThat(peers(elsewhere).kill(1, true, PATIENCE_MS)).isFalse();
  }
}
