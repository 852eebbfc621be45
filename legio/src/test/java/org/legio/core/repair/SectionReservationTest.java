package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** One reservation at a time, for the first in the order. */
class SectionReservationTest {
  private final SectionReservation reservations = new SectionReservation();

  @Test
  void theFirstInTheOrderIsReserved() {
    reservations.seek(2);
    reservations.seek(1);
    assertThat(reservations.reserve(2)).isFalse();
    assertThat(reservations.reserve(1)).isTrue();
  }

  @Test
  void aReservationIsKeptUntilItIsTakenBack() {
    reservations.seek(2);
    assertThat(reservations.reserve(2)).isTrue();
    reservations.seek(1);
    assertThat(reservations.reserve(1)).isFalse();
    assertThat(reservations.reserve(2)).isTrue();
    reservations.release(2);
    assertThat(reservations.reserve(2)).isFalse();
    assertThat(reservations.reserve(1)).isTrue();
  }

  @Test
  void oneThatIsFulfilledStandsAgainstNoOther() {
    reservations.seek(1);
    reservations.seek(2);
    assertThat(reservations.reserve(1)).isTrue();
    reservations.finish(1);
    assertThat(reservations.reserve(2)).isTrue();
  }

  @Test
  void onlyItsOwnIsTakenBack() {
    reservations.seek(1);
    reservations.seek(2);
    assertThat(reservations.reserve(1)).isTrue();
    reservations.release(2);
    assertThat(reservations.reserve(2)).isFalse();
    assertThat(reservations.reserve(1)).isTrue();
  }

  @Test
  void whatIsNotSoughtIsNotReserved() {
    assertThat(reservations.reserve(1)).isFalse();
  }
}
