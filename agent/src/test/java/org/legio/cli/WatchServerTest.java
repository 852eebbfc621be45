package org.legio.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchServerTest {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  @Test
  void whoDoesNotKnowTheTokenIsNotHeard() throws IOException {
    try (WatchServer server = WatchServer.start(Optional.empty());
        Socket somebody = new Socket(InetAddress.getLoopbackAddress(), port(server))) {
      DataOutputStream out = new DataOutputStream(somebody.getOutputStream());
      out.writeUTF("guessed");
      somebody.setSoTimeout((int) DEADLINE.toMillis());
      assertThat(somebody.getInputStream().read()).as("the end of the connection").isEqualTo(-1);
      assertThat(server.seen()).isEmpty();
    }
  }

  @Test
  void listensWhereTheOtherHostLeads() {
    try (WatchServer server = WatchServer.start(Optional.of("localhost"))) {
      assertThat(server.address()).startsWith("127.0.0.1:");
    }
  }

  @Test
  void itEndsAtOnce() {
    WatchServer server = WatchServer.start(Optional.empty());
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
