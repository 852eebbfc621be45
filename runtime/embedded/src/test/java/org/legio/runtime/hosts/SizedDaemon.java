package org.legio.runtime.hosts;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.stream.IntStream;
import org.legio.runtime.net.IdleSelector;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.JobMemory;
import org.legio.runtime.shm.JobShape;
import org.legio.runtime.shm.PlainHost;
import org.legio.runtime.shm.ReplicaGroups;
import org.legio.runtime.shm.ReplicaShape;

/** What a daemon keeps of a large job, in a process of its own. */
final class SizedDaemon {
  private static final int POLLS = 3;

  private SizedDaemon() {}

  /** A job with as many ranks on each host. */
  static HostMap map(int hosts, int ranksOfHost) {
    return new HostMap(
        Collections.nCopies(hosts, "host"),
        IntStream.range(0, hosts * ranksOfHost).map(rank -> rank / ranksOfHost).toArray(),
        0);
  }

  /**
   * Makes a daemon, and has it poll.
   *
   * @param arguments a file for the job's memory, how many hosts and ranks on each, and whether
   *     they may be restarted
   */
  public static void main(String[] arguments) throws IOException {
    HostMap map = map(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    boolean isRestarted = Boolean.parseBoolean(arguments[3]);
    ReplicaGroups groups = ReplicaGroups.single(map.processes());
    JobShape shape =
        isRestarted
            ? new JobShape(groups, 1, map, new ReplicaShape.Room(2048, 1024, 16))
            : new JobShape(groups, 0, map);
    try (Mirror mirror =
        new Mirror(
            new JobMemory(shape, map, new PlainHost(memory(Path.of(arguments[0]), shape.bytes()))),
            InetAddress.getLoopbackAddress(),
            new IdleSelector(Thread.currentThread()))) {
      for (int i = 0; i < POLLS; i++) {
        mirror.poll();
      }
    }
  }

  /** Memory of which only what is used takes room. */
  private static ByteBuffer memory(Path path, int bytes) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(MapMode.READ_WRITE, 0, bytes).order(ByteOrder.nativeOrder());
    }
  }
}
