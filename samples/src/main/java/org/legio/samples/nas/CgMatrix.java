package org.legio.samples.nas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The matrix of the benchmark CG: a weighted sum of the outer products of random sparse vectors
 * with themselves, and a multiple of the identity. The weights form a geometric sequence from 1 to
 * {@value #CONDITION}, which bounds the matrix's condition.
 */
final class CgMatrix {
  private static final double CONDITION = 0.1;
  private static final double DIAGONAL = 0.5;

  private final int order;
  private final int chosen;
  private final double shift;
  private final NasRandom random = new NasRandom(1);
  private final int range;

  /**
   * Describes it.
   *
   * @param order the number of its rows
   * @param chosen the number of items of a vector that are drawn
   * @param shift what is subtracted from the diagonal
   */
  CgMatrix(int order, int chosen, double shift) {
    this.order = order;
    this.chosen = chosen;
    this.shift = shift;
    this.range = order == 1 ? 1 : Integer.highestOneBit(order - 1) << 1;
  }

  /** Makes a block of its rows. All vectors are drawn, since any may have items there. */
  SparseRows rows(int first, int count) {
    List<List<Term>> terms = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      terms.add(new ArrayList<>());
    }
    double ratio = StrictMath.pow(CONDITION, 1.0 / order);
    double weight = 1;
    for (int number = 0; number < order; number++) {
      SparseVector vector = draw(number);
      for (int i = 0; i < vector.length(); i++) {
        int row = vector.position(i) - first;
        if (row >= 0 && row < count) {
          terms.get(row).add(new Term(vector, weight * vector.item(i)));
        }
      }
      weight *= ratio;
    }
    return sums(terms, first);
  }

  /** The next vector; its own item is set in any case, so that the matrix has a full diagonal. */
  private SparseVector draw(int number) {
    SparseVector vector = new SparseVector(chosen + 1);
    while (vector.length() < chosen) {
      double item = random.next();
      int position = (int) (range * random.next());
      if (position < order && !vector.has(position)) {
        vector.set(position, item);
      }
    }
    vector.set(number, DIAGONAL);
    return vector;
  }

  private SparseRows sums(List<List<Term>> terms, int first) {
    int[][] columns = new int[terms.size()][];
    double[][] items = new double[terms.size()][];
    RowSum sum = new RowSum(order);
    for (int row = 0; row < columns.length; row++) {
      sum.add(first + row, CONDITION - shift);
      terms.get(row).forEach(sum::add);
      columns[row] = sum.columns();
      items[row] = sum.takeItems(columns[row]);
    }
    return new SparseRows(columns, items);
  }

  /** A multiple of a vector. */
  private record Term(SparseVector vector, double factor) {}

  /** Adds up one row after the other. */
  private static final class RowSum {
    private final double[] sums;
    private final boolean[] isSet;
    private int[] columns = new int[1];
    private int length;

    RowSum(int order) {
      sums = new double[order];
      isSet = new boolean[order];
    }

    void add(Term term) {
      for (int i = 0; i < term.vector.length(); i++) {
        add(term.vector.position(i), term.factor * term.vector.item(i));
      }
    }

    void add(int column, double item) {
      sums[column] += item;
      if (!isSet[column]) {
        isSet[column] = true;
        columns = length < columns.length ? columns : Arrays.copyOf(columns, 2 * length);
        columns[length] = column;
        length++;
      }
    }

    /** The columns of all items that have been added to, ascending. */
    int[] columns() {
      int[] sorted = Arrays.copyOf(columns, length);
      Arrays.sort(sorted);
      return sorted;
    }

    /** The sums in some columns, which are all; the next row begins. */
    double[] takeItems(int[] ofColumns) {
      double[] items = new double[ofColumns.length];
      for (int i = 0; i < items.length; i++) {
        items[i] = sums[ofColumns[i]];
        sums[ofColumns[i]] = 0;
        isSet[ofColumns[i]] = false;
      }
      length = 0;
      return items;
    }
  }
}
