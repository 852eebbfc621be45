package org.legio.runtime.engine;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.legio.ulfm.ports.Binding;

/** What one rank of three needs to match messages that a test hands it, and to answer them. */
final class LoneUniverse extends Universe {
  private static final int RANKS = 3;

  /** What has been sent to the others. */
  final List<Message> sent = new ArrayList<>();

  private final Scheduler scheduler =
      new Scheduler() {
        @Override
        public void step(int rank, String call) {}

        @Override
        public void await(int rank, Awaited awaited) {
          throw new UnsupportedOperationException(awaited.describe());
        }

        @Override
        public void letOthersContinue(int rank) {}

        @Override
        public void wake(int rank) {}

        @Override
        public void progress() {}

        @Override
        public void disturb() {}

        @Override
        public boolean happensTo(int rank) {
          return true;
        }

        @Override
        public void soon(Runnable event) {
          event.run();
        }
      };

  @Override
  public int size() {
    return RANKS;
  }

  @Override
  public Scheduler scheduler() {
    return scheduler;
  }

  @Override
  public int eagerBytes() {
    return Integer.MAX_VALUE;
  }

  /** It is never called. */
  @Override
  public Binding bindingOf(RankState state) {
    return (Binding)
        Proxy.newProxyInstance(
            Binding.class.getClassLoader(),
            new Class<?>[] {Binding.class},
            (proxy, method, arguments) -> {
              throw new UnsupportedOperationException(method.toString());
            });
  }

  @Override
  public boolean givesEmptyRequest() {
    return false;
  }

  @Override
  public boolean windowsWaitForTheDead() {
    return false;
  }

  @Override
  public boolean sendsOutliveRevocation() {
    return false;
  }

  @Override
  public boolean mayOvertake() {
    return true;
  }

  @Override
  public Channel channel(int from, int to) {
    return sent::add;
  }

  @Override
  public boolean isDead(int worldRank) {
    return false;
  }

  @Override
  public CommContext contextOf(Object key, int[] group, int[] remote) {
    return new CommContext(2, group, remote);
  }

  @Override
  public FileSystem files() {
    throw new UnsupportedOperationException("there are no files");
  }

  @Override
  public SharedPositions positions(String file, int[] ranks) {
    throw new UnsupportedOperationException("there are no files");
  }

  @Override
  public Error abort(int status, String message) {
    throw new IllegalStateException(message);
  }
}
