package org.legio.runtime.hosts;

import java.nio.ByteBuffer;
import org.legio.runtime.net.Link;
import org.legio.runtime.net.MalformedException;

/** A receiver with a bug: it can be made to forget the last bytes that it has taken. */
final class ForgetfulReceiver implements Link.Receiver {
  private final Link.Receiver receiver;
  private int last;
  private long forgotten;

  ForgetfulReceiver(Link.Receiver receiver) {
    this.receiver = receiver;
  }

  void forget() {
    forgotten += last;
  }

  /** As if it had not forgotten them. */
  void remember() {
    forgotten -= last;
  }

  @Override
  public long received() {
    return receiver.received() - forgotten;
  }

  @Override
  public void take(ByteBuffer bytes) throws MalformedException {
    last = bytes.remaining();
    receiver.take(bytes);
  }
}
