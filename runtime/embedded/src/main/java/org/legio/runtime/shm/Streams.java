package org.legio.runtime.shm;

import org.legio.runtime.engine.CommContext;
import org.legio.runtime.engine.Message;

/**
 * The streams of a pair of processes on two hosts: rings and connections of their own, so that a
 * message that is lost on its way holds up only those of its stream.
 *
 * <p>A message's stream is found from its context and tag (Penoff, section 3.1). So messages that
 * one receive of a tag can match stay in their order. All that is not the program's own message
 * goes by stream 0.
 *
 * <p>A stream of a partner has a number of its own, its <em>line</em>: stream 0 of a process has
 * the process's number.
 */
public final class Streams {
  /** More than that many would need more memory than they save time. */
  public static final int MAX = 64;

  private final HostMap hosts;
  private final int count;
  private final int processes;

  Streams(HostMap hosts) {
    this.hosts = hosts;
    this.count = hosts.areSeveral() ? hosts.streams() : 1;
    this.processes = hosts.processes();
  }

  /** Whether any pair has several. */
  public boolean areSeveral() {
    return count > 1;
  }

  /** How many two processes have. */
  int between(int process, int other) {
    return hosts.hostOf(process) == hosts.hostOf(other) ? 1 : count;
  }

  /** More than the number of any line. */
  int lines() {
    return count * processes;
  }

  /** The lines of all streams to processes of another host, those of stream 0 first. */
  public int[] linesOf(int host) {
    int[] partners = hosts.processesOf(host);
    int[] lines = new int[count * partners.length];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = line(partners[i % partners.length], i / partners.length);
    }
    return lines;
  }

  /** The number of a stream of a partner. */
  int line(int process, int stream) {
    return stream * processes + process;
  }

  /** The partner of a line. */
  public int process(int line) {
    return line % processes;
  }

  /** The stream of a line. */
  public int stream(int line) {
    return line / processes;
  }

  /** The line by which a message goes to a process. */
  int lineOf(int to, Message message) {
    return count == 1 ? to : lineAmongSeveral(to, message);
  }

  private int lineAmongSeveral(int to, Message message) {
    return switch (message.kind()) {
      case EAGER, REQUEST_TO_SEND, CLEAR_TO_SEND, DATA ->
          lineOf(to, message.context(), message.tag());
      case WINDOW, REVOCATION, NOTE, VOTE -> to;
    };
  }

  /** The line by which messages of a context and tag go from or to a process. */
  int lineOf(int partner, long context, int tag) {
    return count == 1 || hosts.isHere(partner) || CommContext.isHidden(context)
        ? partner
        : line(partner, Math.floorMod(CommContext.number(context) + tag, count));
  }
}
