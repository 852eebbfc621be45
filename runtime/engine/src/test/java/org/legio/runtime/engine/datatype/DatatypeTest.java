package org.legio.runtime.engine.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.ulfm.ports.MpiConstants;

/** What datatypes are made of, and where their items lie. */
class DatatypeTest {
  private static final Datatype DOUBLE = Datatype.of(Basic.DOUBLE);
  private static final Datatype INT = Datatype.of(Basic.INT);
  private static final Datatype PAIR =
      Datatype.ofBlocks(new Datatype[] {DOUBLE, INT}, new int[] {0, 8}, new int[] {1, 1});

  /** Six pairs of a double and an int, a short, three predefined pairs of ints: 98 bytes. */
  private static final Datatype MIXED =
      Datatype.ofBlocks(
          new Datatype[] {contiguous(3, PAIR), Datatype.of(Basic.SHORT), Datatype.of(Basic.INT2)},
          new int[] {0, 100, 104},
          new int[] {2, 1, 3});

  private static Datatype contiguous(int count, Datatype type) {
    return Datatype.ofBlocks(new Datatype[] {type}, new int[] {0}, new int[] {count});
  }

  /** The numbers are Open MPI's. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "8, 1, 1",
    "12, 2, 2",
    "24, 4, 4",
    "72, 12, 12",
    "74, -32766, 13",
    "78, -32766, 14",
    "106, -32766, 20"
  })
  void elementsOfAStructureAreOfSeveralSizes(long bytes, long ofPairs, long ofMixed) {
    assertThat(PAIR.signature().elementsIn(bytes)).isEqualTo(ofPairs);
    assertThat(MIXED.signature().elementsIn(bytes)).isEqualTo(ofMixed);
    assertThat(MIXED.signature().bytesOf(ofMixed)).isEqualTo(bytes);
    if (ofPairs != MpiConstants.UNDEFINED) {
      assertThat(PAIR.signature().bytesOf(ofPairs)).isEqualTo(bytes);
    }
  }

  @ParameterizedTest
  @CsvSource({"4", "10", "16", "33", "73", "97", "99"})
  void dataThatEndsWithinAnElementHasNoNumberOfThem(long bytes) {
    assertThat(MIXED.signature().elementsIn(bytes)).isEqualTo(MpiConstants.UNDEFINED);
  }

  @Test
  void aPredefinedPairIsOneElementAndTwoWithinOthers() {
    Datatype ints = Datatype.of(Basic.INT2);
    assertThat(ints.signature().elementsIn(24)).isEqualTo(3);
    assertThat(ints.signature().elementsIn(28)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(contiguous(2, ints).signature().elementsIn(28)).isEqualTo(7);
    assertThat(ints.copy().signature().elementsIn(28)).isEqualTo(7);
    assertThat(Datatype.of(Basic.DOUBLE_COMPLEX).copy().signature().elementsIn(32)).isEqualTo(2);
  }

  @Test
  void nothingHasNoElements() {
    assertThat(contiguous(0, INT).signature().elementsIn(12)).isZero();
    assertThat(contiguous(0, INT).signature().bytesOf(3)).isZero();
  }

  @Test
  void onlyThePredefinedIsPredefined() {
    assertThat(INT.isPredefined()).isTrue();
    assertThat(INT.copy().isPredefined()).isFalse();
    assertThat(INT.resized(0, 8).isPredefined()).isFalse();
    assertThat(contiguous(1, INT).isPredefined()).isFalse();
    assertThat(contiguous(0, INT).isPredefined()).isFalse();
  }

  @Test
  void dataBeforeAnItemsBeginningHasItsOwnExtent() {
    Datatype before = Datatype.ofBlocks(new Datatype[] {INT}, new int[] {-8}, new int[] {1});
    assertThat(before.trueLowerBound()).isEqualTo(-8);
    assertThat(before.trueExtent()).isEqualTo(4);
  }

  @Test
  void itemsFitByTheirDataAndNotByTheirExtent() {
    Datatype back =
        Datatype.ofBlocks(
            new Datatype[] {INT, INT, INT}, new int[] {0, -4, -8}, new int[] {1, 1, 1});
    assertThat(back.fits(8, 1, 12)).isTrue();
    assertThat(back.fits(4, 1, 12)).isFalse();
    assertThat(back.fits(12, 1, 12)).isFalse();
    assertThat(back.fits(8, 2, 24)).isTrue();
    assertThat(back.fits(8, 2, 23)).isFalse();
    assertThat(back.fits(0, 0, 0)).isTrue();
    assertThat(INT.resized(0, 16).fits(0, 2, 20)).isTrue();
    assertThat(INT.resized(0, -4).fits(4, 2, 8)).isTrue();
    assertThat(INT.resized(0, -4).fits(4, 3, 8)).isFalse();
  }

  @Test
  void emptyBlocksAreNoPartOfAStructure() {
    Datatype last =
        Datatype.ofBlocks(new Datatype[] {INT, DOUBLE}, new int[] {0, 4}, new int[] {1, 0});
    assertThat(last.extent()).isEqualTo(4);
    Datatype first =
        Datatype.ofBlocks(new Datatype[] {DOUBLE, INT}, new int[] {0, 0}, new int[] {0, 2});
    assertThat(first.basic()).isEqualTo(Basic.INT);
    assertThat(first.extent()).isEqualTo(8);
    assertThat(first.signature().elementsIn(8)).isEqualTo(2);
  }

  @Test
  void reversesTheBytesOfEachNumber() {
    Datatype type =
        Datatype.ofBlocks(
            new Datatype[] {Datatype.of(Basic.SHORT_INT), Datatype.of(Basic.FLOAT_COMPLEX)},
            new int[] {0, 8},
            new int[] {1, 1});
    byte[] data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3};
    type.signature().reverse(data, 16);
    assertThat(data).containsExactly(2, 1, 6, 5, 4, 3, 10, 9, 8, 7, 14, 13, 12, 11, 2, 1, 3);
  }
}
