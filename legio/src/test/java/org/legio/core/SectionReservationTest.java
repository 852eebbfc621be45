package org.legio.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One promise at a time, for the first in the order. */
class SectionReservationTest {
  private final SectionReservation reservations = new SectionReservation();

  @Test
  void theFirstInTheOrderIsPromised() {
    reservations.seek(2);
    reservations.seek(1);
    assertThat(reservations.give(2)).isFalse();
    assertThat(reservations.give(1)).isTrue();
  }

  @Test
  void aPromiseIsKeptUntilItIsTakenBack() {
    reservations.seek(2);
    assertThat(reservations.give(2)).isTrue();
    reservations.seek(1);
    assertThat(reservations.give(1)).isFalse();
    assertThat(reservations.give(2)).isTrue();
    reservations.takeBack(2);
    assertThat(reservations.give(2)).isFalse();
    assertThat(reservations.give(1)).isTrue();
  }

  @Test
  void oneThatIsFulfilledStandsAgainstNoOther() {
    reservations.seek(1);
    reservations.seek(2);
    assertThat(reservations.give(1)).isTrue();
    reservations.fulfil(1);
    assertThat(reservations.give(2)).isTrue();
  }

  @Test
  void onlyItsOwnIsTakenBack() {
    reservations.seek(1);
    reservations.seek(2);
    assertThat(reservations.give(1)).isTrue();
    reservations.takeBack(2);
    assertThat(reservations.give(2)).isFalse();
    assertThat(reservations.give(1)).isTrue();
  }

  @Test
  void whatIsNotSoughtIsNotPromised() {
    assertThat(reservations.give(1)).isFalse();
  }
}
