package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One promise at a time, for the first in the order. */
class PromisesTest {
  private final Promises promises = new Promises();

  @Test
  void theFirstInTheOrderIsPromised() {
    promises.seek(2);
    promises.seek(1);
    assertThat(promises.give(2)).isFalse();
    assertThat(promises.give(1)).isTrue();
  }

  @Test
  void aPromiseIsKeptUntilItIsTakenBack() {
    promises.seek(2);
    assertThat(promises.give(2)).isTrue();
    promises.seek(1);
    assertThat(promises.give(1)).isFalse();
    assertThat(promises.give(2)).isTrue();
    promises.takeBack(2);
    assertThat(promises.give(2)).isFalse();
    assertThat(promises.give(1)).isTrue();
  }

  @Test
  void oneThatIsFulfilledStandsAgainstNoOther() {
    promises.seek(1);
    promises.seek(2);
    assertThat(promises.give(1)).isTrue();
    promises.fulfil(1);
    assertThat(promises.give(2)).isTrue();
  }

  @Test
  void onlyItsOwnIsTakenBack() {
    promises.seek(1);
    promises.seek(2);
    assertThat(promises.give(1)).isTrue();
    promises.takeBack(2);
    assertThat(promises.give(2)).isFalse();
    assertThat(promises.give(1)).isTrue();
  }

  @Test
  void whatIsNotSoughtIsNotPromised() {
    assertThat(promises.give(1)).isFalse();
  }
}
