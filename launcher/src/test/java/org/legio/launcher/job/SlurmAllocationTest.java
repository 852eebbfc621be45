package org.legio.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.launcher.machine.Machine;

/** The lists that Slurm compresses are read as Slurm means them. */
class SlurmAllocationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x                  | x",
        "n[01-03,7],x       | n01 n02 n03 n7 x",
        "n[9-11]            | n9 n10 n11",
        "n[098-101]         | n098 n099 n100 n101",
        "a,b[1,3],c-[2]     | a b1 b3 c-2",
        "rack[0-1]n[1-2]    | rack0n1 rack0n2 rack1n1 rack1n2",
        "n[1-2]-ib.site,m   | n1-ib.site n2-ib.site m"
      })
  void nodesAreExpanded(String list, String nodes) {
    assertThat(String.join(" ", SlurmAllocation.nodes(list))).isEqualTo(nodes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"4 | 4", "4(x2),2 | 4 4 2", "1,16(x3) | 1 16 16 16", "2(x1) | 2"})
  void countsAreExpanded(String list, String counts) {
    assertThat(SlurmAllocation.counts(list).stream().map(String::valueOf))
        .containsExactly(counts.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n[1", "n1]", "n[a-b]", "n[1-2-3]", "n[]", "n[1-999999]"})
  void whatIsNotUnderstoodIsSaid(String list) {
    assertThatThrownBy(() -> SlurmAllocation.nodes(list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(" in Slurm's variables is not understood; name the hosts by --host");
  }

  private static Hosts given(Map<String, String> variables) {
    return Hosts.given(new Machine(variables, Path.of("/work")));
  }

  @Test
  void tasksAreSlots() {
    Hosts hosts =
        given(
            Map.of(
                "SLURM_JOB_NODELIST", "n[1-2],m",
                "SLURM_TASKS_PER_NODE", "2(x2),1",
                "SLURM_JOB_CPUS_PER_NODE", "16(x3)"));
    assertThat(hosts.allocated()).contains("n1:2,n2:2,m:1");
    assertThat(hosts.slots()).hasValue(5);
    assertThat(hosts.names()).containsExactly("n1", "n2", "m");
  }

  @Test
  void coresAreSlotsWhereThereAreNoTasks() {
    Map<String, String> variables =
        Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_JOB_CPUS_PER_NODE", "16(x2)");
    assertThat(given(variables).allocated()).contains("n1:16,n2:16");
  }

  @Test
  void aNodeHasOneSlotWhereNothingIsSaid() {
    assertThat(given(Map.of("SLURM_JOB_NODELIST", "n[1-2]")).allocated()).contains("n1:1,n2:1");
  }

  @Test
  void withoutSlurmThereIsNoAllocation() {
    assertThat(given(Map.of()).areNamed()).isFalse();
  }
}
