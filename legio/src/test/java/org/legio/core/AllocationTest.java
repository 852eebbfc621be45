package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A protected call that has not failed allocates nothing, once it is compiled, whatever the JVM has
 * done before.
 */
class AllocationTest {
  private static final int CALLS = 100_000;
  private static final long DEADLINE_NS = Duration.ofSeconds(15).toNanos();

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @BeforeAll
  static void useJvm() throws Exception {
    UsedJvm.make();
  }

  static Set<String> calls() {
    return ProtectedCalls.BY_NAME.keySet();
  }

  @ParameterizedTest
  @MethodSource("calls")
  @Timeout(60)
  void allocatesNothing(String name) throws Exception {
    ProtectedCalls.Call call = ProtectedCalls.BY_NAME.get(name);
    long begin = System.nanoTime();
    double bytes = bytesPerCall(call);
    while (bytes >= 1 && System.nanoTime() - begin < DEADLINE_NS) {
      bytes = bytesPerCall(call);
    }
    assertThat(bytes).as("bytes allocated by each %s", name).isLessThan(1);
  }

  private double bytesPerCall(ProtectedCalls.Call call) throws Exception {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      call.run();
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
  }
}
