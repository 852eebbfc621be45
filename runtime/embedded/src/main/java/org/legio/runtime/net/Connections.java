package org.legio.runtime.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** The connections of one process to all others of a kind, which are numbered from 0. */
public interface Connections extends AutoCloseable {
  /** The number of the port at which this process can be reached. */
  int port();

  /**
   * Begins to connect.
   *
   * @param addresses of the ports of all
   */
  void connect(List<InetSocketAddress> addresses, long nowNs);

  /**
   * Takes what has come, sends what there is room for, and connects what is not connected.
   *
   * @return whether anything has been done
   */
  boolean poll(long nowNs) throws IOException;

  /** Whether a process has not been connected for so long, since it was to be. */
  boolean isBroken(int peer, long nowNs, long patienceNs);

  /** Why calls to a process have failed; empty if none has, or if that one has to call. */
  default String whyBroken(int peer) {
    return "";
  }

  /** Lets a process of a higher number connect that joins later than the others. */
  void expect(int peer, Link link, long nowNs);

  /** Ends the connection to a process for good: nothing more is taken from it. */
  void giveUp(int peer);

  @Override
  void close() throws IOException;
}
