package org.legio.faults;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.legio.ulfm.ports.MessageData;

/** A buffer of a test program: some numbers in one of several forms, and the cells around them. */
final class Cells {
  private static final long AROUND = -99;
  private static final int BEHIND = 2;

  private final Form form;
  private final Object memory;
  private final int items;
  private final int length;

  /** Makes a buffer of a form for a number of items. */
  Cells(Form form, int items) {
    this.form = form;
    this.items = items;
    this.length = form.margin() + items * form.stride() + BEHIND;
    this.memory = form.element().allocate(length, form.isDirect());
    IntStream.range(0, length).forEach(i -> Form.Element.set(memory, i, AROUND));
  }

  Form form() {
    return form;
  }

  /** What the binding's natives take. */
  Object memory() {
    return memory;
  }

  /** Says where the data lies. */
  MessageData into(MessageData data) {
    return data.at(memory, isDirect(), offsetBytes());
  }

  boolean isDirect() {
    return form.isDirect();
  }

  int offsetBytes() {
    return form.margin() * form.element().bytes();
  }

  int count() {
    return items;
  }

  long get(int item) {
    return Form.Element.get(memory, place(item));
  }

  /** Fills in numbers from an item on. */
  Cells put(int first, long... values) {
    for (int i = 0; i < values.length; i++) {
      Form.Element.set(memory, place(first + i), values[i]);
    }
    return this;
  }

  long[] values() {
    return values(0, items);
  }

  long[] values(int first, int count) {
    return IntStream.range(first, first + count).mapToLong(this::get).toArray();
  }

  /** Whether what lies around the items is as it was. */
  boolean isIntactAround() {
    boolean[] inside = new boolean[length];
    IntStream.range(0, items).forEach(item -> inside[place(item)] = true);
    return IntStream.range(0, length)
        .allMatch(i -> inside[i] || Form.Element.get(memory, i) == AROUND);
  }

  private int place(int item) {
    return form.margin() + item * form.stride() + form.inset();
  }

  @Override
  public String toString() {
    return form + Arrays.toString(values());
  }
}
