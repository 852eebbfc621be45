package org.legio.runtime.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The {@link Wire} of a TCP connection. */
public final class SocketWire implements Wire {
  private final SocketChannel channel;

  /** Takes over a connected channel. */
  public SocketWire(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public int write(ByteBuffer from) throws IOException {
    return channel.write(from);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be closed", e);
    }
  }

  @Override
  public String toString() {
    return channel.socket().getRemoteSocketAddress() + "";
  }
}
