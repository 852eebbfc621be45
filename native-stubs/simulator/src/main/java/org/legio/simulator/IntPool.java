package org.legio.simulator;

import java.util.Arrays;

/**
 * A set of small numbers, of which one is drawn by its place. Its order depends only on the calls,
 * so draws are reproducible.
 */
final class IntPool {
  private static final int ABSENT = -1;

  private final int[] members;
  private final int[] places;
  private int size;

  IntPool(int capacity) {
    members = new int[capacity];
    places = new int[capacity];
    Arrays.fill(places, ABSENT);
  }

  int size() {
    return size;
  }

  int get(int place) {
    return members[place];
  }

  boolean contains(int member) {
    return places[member] != ABSENT;
  }

  void add(int member) {
    if (places[member] == ABSENT) {
      places[member] = size;
      members[size++] = member;
    }
  }

  void remove(int member) {
    int place = places[member];
    if (place != ABSENT) {
      int last = members[--size];
      members[place] = last;
      places[last] = place;
      places[member] = ABSENT;
    }
  }
}
