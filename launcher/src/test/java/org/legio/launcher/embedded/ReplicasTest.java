package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.runtime.shm.ReplicaGroups;

class ReplicasTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2|4|2,2,2,2",
        "1|2|1,1",
        "0:3|3|3,1,1",
        "0:3,2-3:2|5|3,1,2,2,1",
        "4-4:4|5|1,1,1,1,4"
      })
  void replicasAreCounted(String text, int ranks, String sizes) {
    assertThat(Replicas.parse(text).of(ranks)).hasToString(sizes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|a rank has 1 to 4",
        "5|a rank has 1 to 4",
        "0:0|a rank has 1 to 4",
        "two|is no number of replicas",
        "2,2|is no number of replicas",
        "0:2,|is no number of replicas",
        "-1|is no number of replicas"
      })
  void whatIsNoNumberIsRefused(String text, String why) {
    assertThatThrownBy(() -> Replicas.parse(text))
        .hasMessageContaining("--replicas " + text)
        .hasMessageContaining(why)
        .hasMessageContaining("write for instance 2");
  }

  @ParameterizedTest
  @CsvSource({"4:2, 4", "3-1:2, 4", "0-9:2, 4"})
  void ranksThatAreNotThereAreRefused(String text, int ranks) {
    assertThatThrownBy(() -> Replicas.parse(text).of(ranks))
        .hasMessageContaining("the ranks are 0 to 3");
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "2, 0, 2", "3, 1, 0", "4, 2, 0", "5, 2, 1"})
  void processesAreNumberedByReplicaGroup(int process, int rank, int replica) {
    ReplicaGroups replicaGroups = new ReplicaGroups(3, 1, 2);
    assertThat(replicaGroups.processes()).isEqualTo(6);
    assertThat(replicaGroups.rankOf(process)).isEqualTo(rank);
    assertThat(replicaGroups.replicaOf(process)).isEqualTo(replica);
    assertThat(replicaGroups.first(rank) + replica).isEqualTo(process);
  }
}
