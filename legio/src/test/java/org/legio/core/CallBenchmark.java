package org.legio.core;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What protection costs a call, on an MPI that does nothing: each call protected and bare. Run by
 * {@link CallBenchmarkTest}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 9, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class CallBenchmark {

  /** {@code MPI_Comm_rank}. */
  @Benchmark
  public long getRank() throws Exception {
    return ProtectedCalls.getRank();
  }

  /** {@code MPI_Comm_rank} without protection. */
  @Benchmark
  public long bareGetRank() throws Exception {
    return ProtectedCalls.bareGetRank();
  }

  /** {@code MPI_Bcast}. */
  @Benchmark
  public long bcast() throws Exception {
    return ProtectedCalls.bcast();
  }

  /** {@code MPI_Bcast} without protection. */
  @Benchmark
  public long bareBcast() throws Exception {
    return ProtectedCalls.bareBcast();
  }

  /** {@code MPI_Send}. */
  @Benchmark
  public long send() throws Exception {
    return ProtectedCalls.send();
  }

  /** {@code MPI_Send} without protection. */
  @Benchmark
  public long bareSend() throws Exception {
    return ProtectedCalls.bareSend();
  }

  /** {@code MPI_Isend} and {@code MPI_Wait}. */
  @Benchmark
  public long isendWait() throws Exception {
    return ProtectedCalls.iSendAndWait();
  }

  /** {@code MPI_Isend} and {@code MPI_Wait} without protection. */
  @Benchmark
  public long bareIsendWait() throws Exception {
    return ProtectedCalls.bareIsendAndWait();
  }
}
