package org.legio.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.MpiConstants;

/** Grids against a list of all their places, counted one by one. */
class CartTest {
  private static final long SEED = Long.getLong("legio.seed", 42);

  /** Every grid of up to three dimensions of up to four places, with all kinds of borders. */
  private static List<int[]> shapes() {
    List<int[]> shapes = new ArrayList<>();
    shapes.add(new int[0]);
    for (int a = 1; a <= 4; a++) {
      shapes.add(new int[] {a});
      for (int b = 1; b <= 4; b++) {
        shapes.add(new int[] {a, b});
        for (int c = 1; c <= 3; c++) {
          shapes.add(new int[] {a, b, c});
        }
      }
    }
    return shapes;
  }

  private static boolean[] periods(int dimensions, int choice) {
    boolean[] periods = new boolean[dimensions];
    for (int axis = 0; axis < dimensions; axis++) {
      periods[axis] = (choice >> axis & 1) == 1;
    }
    return periods;
  }

  /** All places in the order of ranks: an odometer whose last wheel turns fastest. */
  private static List<List<Integer>> places(int[] dims) {
    List<List<Integer>> places = List.of(List.of());
    for (int dim : dims) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> place : places) {
        for (int coordinate = 0; coordinate < dim; coordinate++) {
          List<Integer> more = new ArrayList<>(place);
          more.add(coordinate);
          longer.add(more);
        }
      }
      places = longer;
    }
    return places;
  }

  /** Where a walk of single steps ends; -2 if it leaves the grid. */
  private static int walk(
      List<List<Integer>> places, int[] dims, boolean[] periods, int from, int axis, int far) {
    List<Integer> place = new ArrayList<>(places.get(from));
    for (int step = 0; step < Math.abs(far); step++) {
      int next = place.get(axis) + Integer.signum(far);
      if (next == -1 || next == dims[axis]) {
        if (!periods[axis]) {
          return MpiConstants.PROC_NULL;
        }
        next = next == -1 ? dims[axis] - 1 : 0;
      }
      place.set(axis, next);
    }
    return places.indexOf(place);
  }

  @Test
  void ranksAndCoordinatesAreEachOthersInverse() throws Exception {
    for (int[] dims : shapes()) {
      List<List<Integer>> places = places(dims);
      boolean[] periods = new boolean[dims.length];
      assertThat(Cart.sizeOf(dims, periods, 99)).isEqualTo(places.size());
      Cart cart = new Cart(dims, periods, 0);
      for (int rank = 0; rank < places.size(); rank++) {
        int[] place = places.get(rank).stream().mapToInt(Integer::intValue).toArray();
        assertThat(cart.coords(rank)).isEqualTo(place);
        assertThat(cart.rank(place)).isEqualTo(rank);
      }
    }
  }

  @Test
  void aShiftIsAWalk() throws Exception {
    for (int[] dims : shapes()) {
      List<List<Integer>> places = places(dims);
      for (int choice = 0; choice < 1 << dims.length; choice++) {
        boolean[] periods = periods(dims.length, choice);
        for (int rank = 0; rank < places.size(); rank++) {
          Cart cart = new Cart(dims, periods, rank);
          for (int axis = 0; axis < dims.length; axis++) {
            for (int far = -5; far <= 5; far++) {
              int expected = walk(places, dims, periods, rank, axis, far);
              assertThat(cart.partner(axis, far)).isEqualTo(expected);
              assertThat(cart.livingPartner(axis, far, r -> false)).isEqualTo(expected);
            }
          }
        }
      }
    }
  }

  @Test
  void partnersAmongTheLivingAreEachOthers() throws Exception {
    Random random = new Random(SEED);
    System.out.println("CartTest: -Dlegio.seed=" + SEED);
    for (int trial = 0; trial < 2000; trial++) {
      int[] dims = {1 + random.nextInt(4), 1 + random.nextInt(4)};
      boolean[] periods = {random.nextBoolean(), random.nextBoolean()};
      Set<Integer> dead = new TreeSet<>();
      for (int rank = 0; rank < dims[0] * dims[1]; rank++) {
        if (random.nextInt(3) == 0) {
          dead.add(rank);
        }
      }
      int axis = random.nextInt(2);
      int far = random.nextInt(7) - 3;
      for (int rank = 0; rank < dims[0] * dims[1]; rank++) {
        if (!dead.contains(rank)) {
          int partner = new Cart(dims, periods, rank).livingPartner(axis, far, dead::contains);
          if (partner == MpiConstants.PROC_NULL) {
            assertThat(periods[axis]).isFalse();
          } else {
            assertThat(dead).doesNotContain(partner);
            assertThat(new Cart(dims, periods, partner).livingPartner(axis, -far, dead::contains))
                .isEqualTo(rank);
          }
        }
      }
    }
  }

  @Test
  void aBridgeLeadsOverTheDeadToTheNextLivingOne() throws Exception {
    Cart ring = new Cart(new int[] {5}, new boolean[] {true}, 0);
    assertThat(ring.livingPartner(0, 1, Set.of(1, 2)::contains)).isEqualTo(3);
    assertThat(ring.livingPartner(0, -1, Set.of(4)::contains)).isEqualTo(3);
    assertThat(ring.livingPartner(0, 1, Set.of(1, 2, 3, 4)::contains)).isEqualTo(0);
    Cart row = new Cart(new int[] {4}, new boolean[] {false}, 1);
    assertThat(row.livingPartner(0, 1, Set.of(2, 3)::contains)).isEqualTo(MpiConstants.PROC_NULL);
    assertThat(row.livingPartner(0, -1, Set.of(0)::contains)).isEqualTo(MpiConstants.PROC_NULL);
  }

  @Test
  void partsShareTheCoordinatesThatAreDropped() throws Exception {
    for (int[] dims : shapes()) {
      List<List<Integer>> places = places(dims);
      for (int choice = 0; choice < 1 << dims.length; choice++) {
        boolean[] remaining = periods(dims.length, choice);
        for (int rank = 0; rank < places.size(); rank++) {
          Cart cart = new Cart(dims, remaining, rank);
          int[] part = cart.partOf(remaining);
          assertThat(part).contains(rank).isSorted();
          Cart own = cart.part(remaining, Arrays.binarySearch(part, rank));
          for (int i = 0; i < part.length; i++) {
            List<Integer> kept = new ArrayList<>();
            for (int axis = 0; axis < dims.length; axis++) {
              if (remaining[axis]) {
                kept.add(places.get(part[i]).get(axis));
              } else {
                assertThat(places.get(part[i]).get(axis)).isEqualTo(places.get(rank).get(axis));
              }
            }
            assertThat(own.coords(i)).containsExactly(kept.toArray(Integer[]::new));
          }
        }
      }
    }
  }

  /** Every block that is sent has a place where it is received, and the other way round. */
  @Test
  void whatIsSentUpArrivesFromBelow() {
    for (int[] dims : shapes()) {
      for (int choice = 0; choice < 1 << dims.length; choice++) {
        boolean[] periods = periods(dims.length, choice);
        int size = places(dims).size();
        for (int rank = 0; rank < size; rank++) {
          Neighbors sender = new Cart(dims, periods, rank).neighbors();
          assertThat(sender.in()).isEqualTo(2 * dims.length).isEqualTo(sender.out());
          for (int block = 0; block < sender.out(); block++) {
            int to = sender.destination(block);
            if (Neighbors.isRank(to)) {
              Neighbors receiver = new Cart(dims, periods, to).neighbors();
              int opposite = block % 2 == 0 ? block + 1 : block - 1;
              assertThat(receiver.source(opposite)).isEqualTo(rank);
              assertThat(receiver.sourceTag(opposite)).isEqualTo(sender.destinationTag(block));
            }
          }
        }
      }
    }
  }

  @Test
  void wrongArgumentsHaveTheErrorsOfMpi() throws Exception {
    boolean[] border = {false};
    Cart row = new Cart(new int[] {3}, border, 1);
    assertError(TopologyError.ARGUMENT, () -> Cart.sizeOf(new int[] {5}, border, 4));
    assertError(TopologyError.OTHER, () -> Cart.sizeOf(new int[] {0}, border, 4));
    assertError(TopologyError.OTHER, () -> Cart.sizeOf(new int[] {-1}, border, 4));
    assertError(
        TopologyError.ARGUMENT,
        () -> Cart.sizeOf(new int[] {1 << 20, 1 << 20, 1 << 20}, new boolean[3], 4));
    assertError(TopologyError.RANK, () -> row.coords(3));
    assertError(TopologyError.RANK, () -> row.coords(-1));
    assertError(TopologyError.ARGUMENT, () -> row.rank(new int[] {3}));
    assertError(TopologyError.ARGUMENT, () -> row.rank(new int[0]));
    assertError(TopologyError.DIMS, () -> row.partner(-1, 1));
    assertError(TopologyError.DIMS, () -> Cart.map(new int[] {4}, 3, 0));
    assertError(TopologyError.DIMS, () -> Cart.map(new int[] {0}, 3, 0));
    assertThat(Cart.map(new int[] {2}, 3, 2)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(row.partner(0, Integer.MAX_VALUE)).isEqualTo(MpiConstants.PROC_NULL);
  }

  static void assertError(TopologyError error, ThrowingCallable wrong) {
    assertThatThrownBy(wrong)
        .isInstanceOfSatisfying(
            InvalidArgument.class, thrown -> assertThat(thrown.error()).isEqualTo(error));
  }
}
