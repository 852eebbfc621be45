package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.legio.runtime.shm.ReplicaGroups;

/** Ranks are given to hosts as mpirun gives them. */
class HostListTest {
  private static final String NAME = "--host";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "'a:2,b:2', 4, false, '0,1/0,0,1,1/a/b'",
    "'a:2,b:2', 4, true, '0,1/0,1,0,1/a/b'",
    "'a:3,b:1', 4, true, '0,1/0,1,0,0/a/b'",
    "'a:2,b:2', 2, false, '0,1/0,0/a'",
    "'a,b,a', 3, false, '0,1/0,0,1/a/b'",
    "'a:0,b:2', 2, false, '0,1/0,0/b'",
  })
  void ranksAreMapped(String list, int ranks, boolean isByNode, String map) {
    assertThat(HostList.listed(NAME, list).map(ReplicaGroups.single(ranks), isByNode))
        .hasToString(map);
  }

  /** Of processes 0 and 1, the replicas of rank 0, and so on. */
  @ParameterizedTest
  @CsvSource({
    "'a:4,b:4,c:4', 4, 2, false, '0,1/0,1,0,1,0,1,0,1/a/b'",
    "'a:4,b:4,c:4', 4, 2, true, '0,1/0,1,1,2,2,0,0,1/a/b/c'",
    "'a:2,b:2,c:2', 2, 3, false, '0,1/0,1,2,0,1,2/a/b/c'",
    "'a:1,b:3', 2, 2, false, '0,1/0,1,1,1/a/b'",
    "'a:8', 2, 2, true, '0,1/0,0,0,0/a'",
    "'a:4,b:1,c:1', 2, 2, false, '0,1/0,1,0,2/a/b/c'",
  })
  void replicasAreOnDifferentHosts(
      String list, int ranks, int replicas, boolean isByNode, String map) {
    ReplicaGroups groups = ReplicaGroups.uniform(ranks, replicas);
    assertThat(HostList.listed(NAME, list).map(groups, isByNode)).hasToString(map);
  }

  /** A lost one's processes are restarted on them. */
  @Test
  void sparesAreBehindAllOthers() {
    HostList hosts = HostList.listed(NAME, "a:2,b:2,c:0");
    HostList spares = HostList.listed("--spare-host", "d:2");
    assertThat(hosts.map(ReplicaGroups.single(2), false, spares)).hasToString("0,1/0,0/a/b/d");
    assertThat(spares.slots("d")).isEqualTo(2);
    assertThat(spares.slots("a")).isZero();
    assertThatThrownBy(() -> spares.requireOthersThan(HostList.listed(NAME, "a,d")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--spare-host d:2: d is in --host a,d; name another host");
  }

  @Test
  void moreProcessesThanSlotsAreRefused() {
    HostList hosts = HostList.listed(NAME, "a:2,b:1");
    assertThatThrownBy(() -> hosts.map(ReplicaGroups.uniform(2, 2), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "-n 2 with 4 processes: --host a:2,b:1 has 3 slots; name more, for instance a:4");
  }

  @Test
  void aFileMayHaveRemarks() throws IOException {
    Path file = Files.writeString(folder.resolve("hosts"), "# ours\n\na slots=2 # x\nb:1\nc\n");
    assertThat(HostList.inFile("--hostfile", file.toString()).map(ReplicaGroups.single(4), false))
        .hasToString("0,1/0,0,1,2/a/b/c");
  }

  @Test
  void moreRanksThanSlotsAreRefused() {
    HostList hosts = HostList.listed(NAME, "a:2,b:2");
    assertThatThrownBy(() -> hosts.map(ReplicaGroups.single(5), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-n 5: --host a:2,b:2 has 4 slots; name more, for instance a:5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,,b", "a:x", "a/b", ":2"})
  void whatIsNoHostIsRefused(String list) {
    assertThatThrownBy(() -> HostList.listed(NAME, list))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no host; write for instance n0:4,n1:4");
  }
}
