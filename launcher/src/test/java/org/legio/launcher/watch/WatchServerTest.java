package org.legio.launcher.watch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.legio.observability.watch.RankStatus;
import org.legio.observability.watch.Survived;
import org.legio.observability.watch.WatchedRank;

class WatchServerTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final int RANKS = 4;
  private static final int MORE_THAN_MAY_WAIT = 100;

  @Test
  void whoDoesNotKnowTheTokenIsNotHeard() throws IOException {
    try (WatchServer server = WatchServer.start(RANKS, Optional.empty());
        Socket somebody = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      somebody.getOutputStream().write("guessed: 16 bytes".getBytes(US_ASCII));
      assertEnds(somebody);
      assertThat(server.seen()).isEmpty();
    }
  }

  @Test
  void whoSaysNothingOrMuchIsNotWaitedForAndARankIsHeardAllTheSame() throws IOException {
    List<Socket> others = new ArrayList<>();
    try (WatchServer server = WatchServer.start(RANKS, Optional.empty())) {
      for (int i = 0; i < MORE_THAN_MAY_WAIT; i++) {
        Socket other = new Socket(InetAddress.getLoopbackAddress(), port(server));
        others.add(other);
        if (i % 2 == 0) {
          other.getOutputStream().write(1); // and then nothing
        }
      }
      try (Socket rank = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
        tell(rank, token(server), state(2, "node", List.of()));
        await().atMost(DEADLINE).until(() -> server.seen().containsKey(2));
      }
      assertEnds(others.get(0));
    } finally {
      for (Socket other : others) {
        other.close();
      }
    }
  }

  @Test
  void textThatATerminalWouldObeyIsNotShown() throws IOException {
    try (WatchServer server = WatchServer.start(RANKS, Optional.empty());
        Socket rank = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      tell(rank, token(server), state(1, "no\u001b[2Jde\u009b5m" + "x".repeat(60_000), List.of()));
      await().atMost(DEADLINE).until(() -> server.seen().containsKey(1));
      List<String> lines = new RankDisplay(RANKS, server.seen()).lines(20);
      assertThat(lines).anyMatch(line -> line.contains("no?[2Jde?5mxxx"));
      assertThat(lines).allMatch(line -> line.length() < 1000);
      assertThat(lines).noneMatch(line -> line.chars().anyMatch(Character::isISOControl));
    }
  }

  /** A rank that there is not, more dead than ranks, one dead that there is not. */
  @Test
  void whatNoRankOfTheJobCanSayEndsTheConnection() throws IOException {
    List<RankStatus> wrong =
        List.of(
            state(RANKS, "node", List.of()),
            state(-1, "node", List.of()),
            state(1, "node", List.of(0, 1, 2, 3, 0)),
            state(1, "node", List.of(RANKS)));
    try (WatchServer server = WatchServer.start(RANKS, Optional.empty())) {
      for (RankStatus state : wrong) {
        try (Socket rank = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
          tell(rank, token(server), state);
          assertEnds(rank);
        }
      }
      assertThat(server.seen()).isEmpty();
    }
  }

  private static final Survived SURVIVED = new Survived(2, 1, 3, 17, 1, 1 << 20);

  private static RankStatus state(int rank, String host, List<Integer> dead) {
    return new RankStatus(
        rank,
        host,
        new RankStatus.Place(false, "bcast", "App:7", 5, 1, 0),
        Map.of(5L, 1L),
        new RankStatus.Losses(dead, 0, 0),
        SURVIVED,
        new RankStatus.Progress(0, 0));
  }

  private static void tell(Socket rank, String token, RankStatus state) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(rank.getOutputStream()));
    out.write(WatchedRank.saying(token));
    state.write(out);
    out.flush();
  }

  private static void assertEnds(Socket socket) throws IOException {
    socket.setSoTimeout((int) DEADLINE.toMillis());
    try {
      assertThat(socket.getInputStream().read()).as("the end of the connection").isEqualTo(-1);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("the connection has not ended", e);
    } catch (SocketException e) {
      return; // reset: bytes were left unread
    }
  }

  private static String token(WatchServer server) {
    return server.address().replaceFirst(".*#", "");
  }

  @Test
  void listensWhereTheOtherHostLeads() {
    try (WatchServer server = WatchServer.start(RANKS, Optional.of("localhost"))) {
      assertThat(server.address()).startsWith("127.0.0.1:");
    }
  }

  @Test
  void itEndsAtOnce() {
    WatchServer server = WatchServer.start(RANKS, Optional.empty());
    server.close();
    await()
        .atMost(DEADLINE)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(t -> t.getName().equals("watch")));
  }

  private static int port(WatchServer server) {
    return Integer.parseInt(server.address().replaceFirst(".*:(\\d+)#.*", "$1"));
  }
}
