package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.integration.ReplicaRun.Survival;

/** A program over three hosts, with two replicas a rank, prints the same whichever host is lost. */
@Timeout(value = 120, unit = TimeUnit.MINUTES)
@ChoosesItsRuntime
@InLongRuns
class EveryHostLostIT {
  /** All calls are made by the last ranks: some communicators are without the first ones. */
  private static final int RANK = ReplicasOverHostsIT.RANKS - 1;

  static Stream<Loss> losses() {
    return Stream.of(ReplicaProgram.values())
        .flatMap(program -> program.calls().stream().flatMap(call -> Loss.of(program, call)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("losses")
  void nothingIsLost(Loss loss) {
    System.out.println(loss);
    Outcome outcome =
        ReplicasOverHostsIT.overHosts(loss.program().job())
            .launcher(Survival.REPLICAS.options())
            .injecting(loss.fault())
            .run()
            .succeeded();
    assertThat(outcome.sortedLines()).as("%s", outcome).isEqualTo(loss.program().undisturbed());
    assertThat(outcome.stderr())
        .as("%s", outcome)
        .contains(ReplicasOverHostsIT.loss(loss.host()))
        .doesNotContain("repaired");
  }

  /** A host that is lost when one of its ranks makes a call. */
  private record Loss(ReplicaProgram program, String call, int host) {
    static Stream<Loss> of(ReplicaProgram program, String call) {
      return IntStream.range(0, ReplicasOverHostsIT.HOSTS.size())
          .mapToObj(host -> new Loss(program, call, host));
    }

    String fault() {
      for (int rank = RANK; rank >= 0; rank--) {
        for (int replica = 0; replica < Survival.REPLICAS.replicas(); replica++) {
          if (ReplicasOverHostsIT.host(rank, replica) == host) {
            return rank + "." + replica + "@" + call + "=host";
          }
        }
      }
      throw new IllegalStateException("host " + host + " has no rank");
    }

    @Override
    public String toString() {
      return program + ": host " + host + " is lost at " + call;
    }
  }
}
