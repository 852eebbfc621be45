package org.legio.core.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * How the other ranks reach a rank, and which process it is.
 *
 * @param address where it answers
 * @param token the secret that a request must begin with, 32 hexadecimal digits
 * @param pid its process id
 * @param startedMs when the process was started, in milliseconds since 1970, so that a later
 *     process of the same id is not taken for it
 * @param node the same number for all processes that see each other's process ids
 */
record Contact(InetSocketAddress address, String token, long pid, long startedMs, long node) {
  /** The length of its written form, in bytes. */
  static final int BYTES = 64;

  private static final int TOKEN_BYTES = 16;
  private static final int ADDRESS_BYTES = 16;
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
  private static final Path PROCESS_IDS = Path.of("/proc/self/ns/pid");

  /** The contact of this process, which answers at an address. */
  static Contact own(InetSocketAddress address) throws IOException {
    byte[] token = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(token);
    ProcessHandle self = ProcessHandle.current();
    String node = Files.readString(BOOT) + Files.readSymbolicLink(PROCESS_IDS);
    return new Contact(
        address, HexFormat.of().formatHex(token), self.pid(), startOf(self), node.hashCode());
  }

  /** The process, if it still lives; for callers on its node only. */
  Optional<ProcessHandle> process() {
    return ProcessHandle.of(pid).filter(process -> startOf(process) == startedMs);
  }

  /** Whether the process is stopped by a signal or a debugger; for callers on its node only. */
  boolean isStopped() {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return "Tt".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0; // pid (command) state ...
    } catch (IOException e) { // it has ended
      return false;
    }
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  void write(ByteBuffer into) {
    ByteBuffer own = into.slice(into.position(), BYTES);
    byte[] host = address.getAddress().getAddress();
    own.put(HexFormat.of().parseHex(token)).putLong(pid).putLong(startedMs).putLong(node);
    own.putInt(address.getPort()).putInt(host.length).put(host);
    into.position(into.position() + BYTES);
  }

  static Contact read(ByteBuffer from) {
    ByteBuffer other = from.slice(from.position(), BYTES);
    from.position(from.position() + BYTES);
    byte[] token = new byte[TOKEN_BYTES];
    other.get(token);
    long pid = other.getLong();
    long startedMs = other.getLong();
    long node = other.getLong();
    int port = other.getInt();
    byte[] host = new byte[ADDRESS_BYTES];
    int length = other.getInt();
    other.get(host, 0, length);
    try {
      InetAddress address = InetAddress.getByAddress(Arrays.copyOf(host, length));
      return new Contact(
          new InetSocketAddress(address, port),
          HexFormat.of().formatHex(token),
          pid,
          startedMs,
          node);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("a rank has sent an address of " + length + " bytes", e);
    }
  }
}
