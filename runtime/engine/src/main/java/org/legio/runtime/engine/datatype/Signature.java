package org.legio.runtime.engine.datatype;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.legio.ulfm.ports.MpiConstants;

/**
 * The basic elements of an item of a datatype, in the order in which messages carry them: what
 * statuses count (MPI 4.1, section 5.1.11).
 *
 * <p>A predefined type is one element. Within a derived type a pair of a value and an index is two,
 * as in Open MPI.
 */
public final class Signature {

  /** Items in a row. */
  private record Part(Signature signature, int count) {
    long bytes() {
      return count * signature.bytes;
    }

    long elements() {
      return count * signature.elements;
    }
  }

  private final Basic first;

  /** What it consists of; nothing if it is one element. */
  private final List<Part> parts;

  private final long bytes;
  private final long elements;

  private Signature(Basic first, List<Part> parts) {
    this.first = first;
    this.parts = parts;
    this.bytes = parts.stream().mapToLong(Part::bytes).sum();
    this.elements = parts.stream().mapToLong(Part::elements).sum();
  }

  private Signature(Basic element) {
    this.first = element;
    this.parts = List.of();
    this.bytes = element.bytes();
    this.elements = 1;
  }

  /** That of a predefined type. */
  static Signature of(Basic basic) {
    return new Signature(basic);
  }

  /**
   * That of blocks of items, which may be none.
   *
   * @param counts the number of items in each block
   */
  static Signature ofBlocks(Datatype[] types, int[] counts) {
    List<Part> parts = new ArrayList<>();
    for (int block = 0; block < counts.length; block++) {
      if (counts[block] > 0) {
        parts.add(new Part(types[block].signature().derived(), counts[block]));
      }
    }
    Basic first = parts.isEmpty() ? Basic.BYTE : parts.get(0).signature().first();
    return new Signature(first, parts);
  }

  /** The same elements as those of a derived type. */
  Signature derived() {
    return isElement()
        ? new Signature(
            first,
            Stream.of(first.elements()).map(each -> new Part(new Signature(each), 1)).toList())
        : this;
  }

  /** Whether it is that of a predefined type. */
  boolean isElement() {
    return parts.isEmpty() && elements == 1;
  }

  Basic first() {
    return first;
  }

  /**
   * Counts the elements in data.
   *
   * @return the number; {@link MpiConstants#UNDEFINED} if the data ends within an element
   */
  public long elementsIn(long length) {
    if (bytes == 0) {
      return 0;
    }
    long counted = length / bytes * elements;
    long rest = length % bytes;
    if (isElement()) {
      return rest == 0 ? counted : MpiConstants.UNDEFINED;
    }
    for (Part part : parts) {
      if (rest < part.bytes()) {
        long last = part.signature.elementsIn(rest);
        return last == MpiConstants.UNDEFINED ? last : counted + last;
      }
      rest -= part.bytes();
      counted += part.elements();
    }
    return counted;
  }

  /** Reverses the bytes of each number in the first bytes of some data of such items. */
  public void reverse(byte[] data, int length) {
    for (int at = 0; at < length && bytes > 0; ) {
      at = reverseItem(data, at, length);
    }
  }

  private int reverseItem(byte[] data, int from, int end) {
    int at = from;
    for (Part part : parts) {
      for (int item = 0; item < part.count; item++) {
        at = part.signature.reverseItem(data, at, end);
      }
    }
    for (Basic number : isElement() ? first.elements() : NO_NUMBERS) {
      for (int done = 0; done < number.bytes() && at < end; done += number.numberBytes()) {
        reverse(data, at, Math.min(at + number.numberBytes(), end));
        at += number.numberBytes();
      }
    }
    return at;
  }

  private static final Basic[] NO_NUMBERS = {};

  private static void reverse(byte[] data, int from, int end) {
    for (int left = from, right = end - 1; left < right; left++, right--) {
      byte swapped = data[left];
      data[left] = data[right];
      data[right] = swapped;
    }
  }

  /** How much data so many elements are. */
  public long bytesOf(long count) {
    if (elements == 0) {
      return 0;
    }
    long length = count / elements * bytes;
    long rest = count % elements;
    for (Part part : parts) {
      if (rest < part.elements()) {
        return length + part.signature.bytesOf(rest);
      }
      rest -= part.elements();
      length += part.bytes();
    }
    return length;
  }
}
