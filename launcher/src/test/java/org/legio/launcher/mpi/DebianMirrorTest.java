package org.legio.launcher.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DebianMirrorTest {
  @Test
  void takesTheArchiveNotItsSecurityUpdatesNorOthers() {
    String targets =
        """
        https://packages.example/apt/|Example|Example
        http://mirror.example/debian-security/|Debian|Debian-Security
        http://mirror.example/debian/|Debian|Debian
        http://second.example/debian/|Debian|Debian
        """;
    assertThat(DebianMirror.parse(targets)).contains("http://mirror.example/debian/");
    assertThat(DebianMirror.needsUpdate(targets)).isFalse();
  }

  @Test
  void anUbuntuMachineHasNone() {
    String targets = "http://mirror.example/ubuntu/|Ubuntu|Ubuntu\n";
    assertThat(DebianMirror.parse(targets)).isEmpty();
    assertThat(DebianMirror.needsUpdate(targets)).isFalse();
  }

  @Test
  void withoutFetchedIndexAnUpdateIsNeeded() {
    String targets = "http://mirror.example/debian/||\n";
    assertThat(DebianMirror.parse(targets)).isEmpty();
    assertThat(DebianMirror.needsUpdate(targets)).isTrue();
  }

  @Test
  void aMachineWithoutAptHasNone() {
    assertThat(DebianMirror.parse("")).isEmpty();
    assertThat(DebianMirror.needsUpdate("")).isFalse();
  }
}
