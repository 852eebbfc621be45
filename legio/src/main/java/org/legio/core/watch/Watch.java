package org.legio.core.watch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.legio.core.communicator.Communicator;
import org.legio.core.repair.Context;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Collective;
import org.legio.ulfm.ports.CollectiveCall;
import org.legio.ulfm.ports.Job;

/**
 * Finds ranks that do not continue, from {@code MPI_Init} on: this rank's {@link StatusServer},
 * {@link Watchdog} and {@link Heartbeat}.
 */
public final class Watch {
  private final List<Thread> threads = new ArrayList<>();
  private final StatusServer statusServer;
  private final WatchedPeers peers;
  private final @Nullable Watchdog watchdog;

  private Watch(Context context, Communicator world, Job job) throws Exception {
    Configuration configuration = context.configuration();
    this.statusServer = new StatusServer(address(job), this::answer);
    this.peers = new WatchedPeers(exchange(context, world), context.world().rank());
    String deadline = configuration.get(Setting.DEADLINE);
    boolean killsLaggards = deadline.endsWith(Setting.KILL);
    long deadlineNs = nanos(killsLaggards ? withoutKill(deadline) : deadline);
    long patienceNs = nanos(configuration.get(Setting.DETECTOR));
    this.watchdog =
        deadlineNs == 0
            ? null
            : new Watchdog(
                context.positions(),
                context.failedProcesses(),
                peers,
                deadlineNs,
                killsLaggards,
                job);
    start("legio-status-server", statusServer);
    if (watchdog != null) {
      start("legio-watchdog", watchdog);
    }
    if (patienceNs > 0) {
      start("legio-heartbeat", new Heartbeat(peers, context.failedProcesses(), patienceNs));
    }
  }

  /** Starts them. Collective over the world. */
  public static Watch start(Context context, Communicator world, Job job) throws Exception {
    return new Watch(context, world, job);
  }

  private static String withoutKill(String deadline) {
    return deadline.substring(0, deadline.length() - Setting.KILL.length());
  }

  private static long nanos(String value) {
    return value.equals("off") ? 0 : TimeUnit.SECONDS.toNanos(Long.parseLong(value));
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /** Stops them: this rank is about to leave MPI. */
  public void end() throws IOException {
    statusServer.close();
    threads.forEach(Thread::interrupt);
  }

  // ------------------------------------------------------------------ how ranks are reached

  /**
   * The address of this rank: loopback if all ranks are on one node, else an address of the host.
   */
  private static InetAddress address(Job job) throws IOException {
    if (job.isOnOneNode()) {
      return InetAddress.getLoopbackAddress();
    }
    InetAddress named = InetAddress.getLocalHost();
    if (!named.isLoopbackAddress()) {
      return named;
    }
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
        .findFirst()
        .orElseThrow(
            () ->
                new IOException(
                    "this host has no address but loopback, the other hosts' ranks cannot reach it;"
                        + " leave deadline and detector off"));
  }

  private Contact[] exchange(Context context, Communicator world) throws Exception {
    int size = world.size();
    ByteBuffer own = buffer(Contact.BYTES);
    ByteBuffer all = buffer(Contact.BYTES * size);
    statusServer.contact().write(own);
    CollectiveCall call = world.call(Collective.ALL_GATHER);
    long type = context.binding().byteType();
    call.sent().at(own).items(Contact.BYTES, type);
    call.received().at(all).items(Contact.BYTES, type);
    world.run(call);
    Contact[] contacts = new Contact[size];
    for (int rank = 0; rank < size; rank++) {
      contacts[rank] = Contact.read(all);
    }
    return contacts;
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.BIG_ENDIAN);
  }

  // ------------------------------------------------------------------ what others ask

  private String answer(String request) {
    long[] about = Question.numbersOf(request);
    return switch (Question.of(request)) {
      case PING -> Question.YES;
      case KILL -> yesOrNo(peers.killHere((int) about[0], about[1] == 1));
      case EXPIRE -> yesOrNo(watchdog != null && watchdog.takesOver(about[0], about[1]));
      case WHERE -> watchdog == null ? Question.NO : watchdog.here(about[0], about[1]).toString();
      case END -> yesOrNo(watchdog != null && watchdog.endsIfLagging(about[0], about[1]));
    };
  }

  private static String yesOrNo(boolean yes) {
    return yes ? Question.YES : Question.NO;
  }
}
