package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Of hosts that do not reach each other, the right one ends. */
class BrokenLinksTest {
  private static final long NOTED_NS = 10;
  private static final long LATER_NS = 11;

  private final BrokenLinks links = new BrokenLinks();

  private void breakLink(int from, int to) {
    links.breakLink(from, to, "", NOTED_NS);
  }

  @Test
  void endsTheHostThatMostDoNotReach() {
    breakLink(1, 0);
    breakLink(2, 0);
    breakLink(0, 2);
    assertThat(links.toEnd(LATER_NS, host -> true)).hasValue(0);
    assertThat(links.withoutLinkTo(0)).containsExactly(1, 2);
  }

  @Test
  void endsTheLastOneOfTwo() {
    breakLink(0, 1);
    assertThat(links.toEnd(LATER_NS, host -> true)).hasValue(1);
  }

  @Test
  void waitsWhetherALinkComesAgain() {
    breakLink(0, 1);
    assertThat(links.toEnd(NOTED_NS, host -> true)).isEmpty();
    links.mendLink(0, 1);
    assertThat(links.toEnd(LATER_NS, host -> true)).isEmpty();
  }

  @Test
  void saysWhyAsFarAsItIsKnown() {
    breakLink(1, 0);
    assertThat(links.reasons(0, host -> "h" + host)).isEmpty();
    links.breakLink(1, 0, "10.0.0.1:4711: Connection refused", LATER_NS);
    links.breakLink(2, 0, "10.0.0.1:4711: does not answer", LATER_NS);
    assertThat(links.reasons(0, host -> "h" + host))
        .isEqualTo(
            " (h1 calls 10.0.0.1:4711: Connection refused;"
                + " h2 calls 10.0.0.1:4711: does not answer)");
  }

  @Test
  void leavesSilentAndLostHostsAlone() {
    breakLink(0, 1);
    breakLink(1, 2);
    assertThat(links.toEnd(LATER_NS, host -> host != 1)).isEmpty();
    links.forget(1);
    assertThat(links.toEnd(LATER_NS, host -> true)).isEmpty();
  }
}
