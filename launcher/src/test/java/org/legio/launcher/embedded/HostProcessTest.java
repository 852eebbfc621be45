package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.launcher.machine.OwnJar;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HostProcessTest {
  private static final int BLOCK_BYTES = 64 << 20;
  private static final byte[] PRINTED = {'a', '\n'};

  private final RecordedReports reports = new RecordedReports();

  @TempDir private Path folder;

  private HostProcess start(List<String> command) throws IOException {
    return HostProcess.start(0, "here", command, reports.listener());
  }

  /** A daemon that says what is given, and ends. */
  private HostProcess saying(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("said"), bytes);
    return start(List.of("cat", file.toString()));
  }

  @SuppressWarnings("EnumOrdinal") // as a daemon writes it
  private static byte[] printed(int claimedBytes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write((DaemonReports.GREETING + OwnJar.version() + "\n").getBytes(StandardCharsets.UTF_8));
    out.writeByte(DaemonReports.Kind.OUT.ordinal());
    out.writeInt(0);
    out.writeInt(0);
    out.writeBoolean(false);
    out.writeInt(claimedBytes);
    out.write(PRINTED);
    out.writeByte(DaemonReports.END_OF_LINE);
    return bytes.toByteArray();
  }

  @Test
  void keepsNothingForABrokenHost() throws Exception {
    HostProcess host = start(List.of("cat"));
    host.kill();
    byte[] block = new byte[BLOCK_BYTES];
    for (long passed = 0; passed <= Runtime.getRuntime().maxMemory(); passed += BLOCK_BYTES) {
      assertThat(host.pass(block, BLOCK_BYTES)).isFalse();
    }
  }

  @Test
  void passesOnWholeReports() throws Exception {
    saying(printed(PRINTED.length));
    assertThat(reports.await("printed").text()).isEqualTo("a\n");
    reports.await("gone");
  }

  @Test
  void anInterruptFromTheTerminalDoesNotEndTheAgent() throws Exception {
    Path file = Files.write(folder.resolve("said"), printed(PRINTED.length));
    start(List.of("sh", "-c", "kill -INT $$; cat " + file));
    reports.await("printed");
  }

  @Test
  void aReportThatIsCutOffIsTheEnd() throws Exception {
    saying(printed(PRINTED.length + 2));
    assertThat(reports.next().name()).isEqualTo("gone");
  }

  @Test
  void aHostWhoseReportCannotBeTakenIsGone() throws Exception {
    reports.failAt("printed");
    HostProcess host = saying(printed(PRINTED.length));
    reports.await("refused");
    reports.await("gone");
    assertThat(host.silentNs(System.nanoTime())).isPositive();
  }
}
