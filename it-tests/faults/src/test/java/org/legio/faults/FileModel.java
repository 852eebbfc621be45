package org.legio.faults;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The independent model of a file's content at the end of a job, written from the MPI standard. The
 * data of a call that returned is in the file completely. The data that a rank was writing when it
 * died may be there in part. Parts written by the shared pointer lie one behind the other.
 */
final class FileModel {
  /** The length of a file that is not to be there. */
  static final long ABSENT = -1;

  /** How numbers tell, when they are read, where they were; see {@link #numberAt}. */
  private static final int FIRST_NUMBER = 100;

  private final List<Part> parts;
  private final Map<String, Long> lengths;
  private final Map<String, byte[]> files;
  private final IntPredicate isDead;
  private final List<String> wrong = new ArrayList<>();

  /**
   * Looks at a job's files.
   *
   * @param parts what its ranks have written and read
   * @param lengths how long files are that have been given a length
   * @param files what is in its folder
   */
  FileModel(
      List<Part> parts, Map<String, Long> lengths, Map<String, byte[]> files, IntPredicate isDead) {
    this.parts = parts;
    this.lengths = lengths;
    this.files = files;
    this.isDead = isDead;
  }

  /** The number that lies at a place of a file to be read. */
  static int numberAt(int place) {
    return FIRST_NUMBER + place;
  }

  List<String> violations() {
    lengths.forEach(this::hasLength);
    files.keySet().stream()
        .filter(name -> name.startsWith("."))
        .forEach(name -> wrong.add(name + " has been left behind"));
    parts.stream()
        .collect(Collectors.groupingBy(part -> part.file, TreeMap::new, Collectors.toList()))
        .forEach(this::holds);
    return wrong;
  }

  private void hasLength(String name, long length) {
    byte[] content = files.get(name);
    long found = content == null ? ABSENT : content.length;
    if (found != length) {
      wrong.add("%s has length %d, not %d".formatted(name, found, length));
    }
  }

  private void holds(String name, List<Part> ofFile) {
    byte[] content = ofFile.get(0).isRead ? asRead(ofFile) : files.get(name);
    if (lengths.getOrDefault(name, 0L) == ABSENT) {
      return;
    } else if (content == null) {
      wrong.add(name + " is not there");
    } else if (!isExplained(content, ofFile)) {
      wrong.add(
          "%s does not hold what was written:\n    %s".formatted(name, told(content, ofFile)));
    }
  }

  private static String told(byte[] content, List<Part> ofFile) {
    List<String> lines = new ArrayList<>();
    lines.add("it holds " + Arrays.toString(numbers(content)));
    ofFile.forEach(part -> lines.add(part.toString()));
    return String.join("\n    ", lines);
  }

  private static int[] numbers(byte[] content) {
    ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(content, (content.length + 3) / 4 * 4));
    int[] numbers = new int[bytes.capacity() / Integer.BYTES];
    bytes.order(ByteOrder.nativeOrder()).asIntBuffer().get(numbers);
    return numbers;
  }

  /** A file in which is what has been read, where it was. */
  private byte[] asRead(List<Part> ofFile) {
    ByteBuffer content =
        ByteBuffer.allocate(2 * ofFile.stream().mapToInt(Part::length).sum())
            .order(ByteOrder.nativeOrder());
    int end = 0;
    for (Part part : ofFile) {
      for (long value : part.isOver ? part.values : new long[0]) {
        int place = Math.toIntExact(value - FIRST_NUMBER) * Integer.BYTES;
        if (place < 0 || place >= content.capacity() || content.getInt(place) != 0) {
          wrong.add(part + ", which is not there or was read twice");
          return new byte[0];
        }
        content.putInt(place, Math.toIntExact(value));
        end = Math.max(end, place + Integer.BYTES);
      }
    }
    return Arrays.copyOf(content.array(), end);
  }

  // ------------------------------------------------------------------ explaining

  private boolean isExplained(byte[] content, List<Part> ofFile) {
    return ofFile.get(0).way == Part.Way.CHOSEN
        ? isWhereChosen(content, ofFile)
        : isInSequence(content, ofFile);
  }

  private boolean isWhereChosen(byte[] content, List<Part> ofFile) {
    byte[] rest = content.clone();
    for (Part part : ofFile) {
      int[] at = new int[part.length()];
      Arrays.setAll(at, i -> part.places[i / 4] * 4 + i % 4);
      byte[] found = new byte[at.length];
      for (int i = 0; i < at.length; i++) {
        found[i] = at[i] < rest.length ? rest[at[i]] : 0;
        if (at[i] < rest.length) {
          rest[at[i]] = 0;
        }
      }
      if (!matches(part, found, 0)) {
        return false;
      }
    }
    return isZero(rest, 0);
  }

  private boolean isInSequence(byte[] content, List<Part> ofFile) {
    TreeMap<Integer, List<Part>> phases =
        ofFile.stream()
            .collect(Collectors.groupingBy(part -> part.phase, TreeMap::new, Collectors.toList()));
    Set<Integer> ends = Set.of(0);
    for (List<Part> phase : phases.values()) {
      Set<Integer> next = new TreeSet<>();
      for (int start : ends) {
        next.addAll(
            phase.get(0).way == Part.Way.ORDERED
                ? endsInOrder(content, phase, start)
                : endsInAnyOrder(content, phase, start));
      }
      ends = next;
    }
    return ends.stream().anyMatch(end -> end >= content.length);
  }

  /** Where the parts may end if they begin at a place: those of the dead may be left out. */
  private Set<Integer> endsInOrder(byte[] content, List<Part> phase, int start) {
    Set<Integer> ends = new TreeSet<>(Set.of(start));
    for (Part part : phase.stream().sorted(Comparator.comparing(p -> p.rank)).toList()) {
      Set<Integer> next = new TreeSet<>(mayBeMissing(part) ? ends : Set.of());
      ends.stream()
          .filter(end -> matches(part, content, end))
          .forEach(end -> next.add(end + part.length()));
      ends = next;
    }
    return ends;
  }

  private Set<Integer> endsInAnyOrder(byte[] content, List<Part> phase, int start) {
    Set<Integer> ends = new TreeSet<>();
    place(content, phase, start, ends);
    return ends;
  }

  private void place(byte[] content, List<Part> left, int start, Set<Integer> ends) {
    if (left.stream().allMatch(this::mayBeMissing)) {
      ends.add(start);
    }
    for (Part part : left) {
      if (matches(part, content, start)) {
        List<Part> others = new ArrayList<>(left);
        others.remove(part);
        place(content, others, start + part.length(), ends);
      }
    }
  }

  private boolean mayBeMissing(Part part) {
    return isDead.test(part.rank) && !part.isOver;
  }

  /** Whether a part is at a place; one that may be missing, as far as it came. */
  private boolean matches(Part part, byte[] content, int start) {
    byte[] bytes = part.bytes();
    int length = 0;
    while (length < bytes.length
        && start + length < content.length
        && content[start + length] == bytes[length]) {
      length++;
    }
    return length == bytes.length
        || (mayBeMissing(part) && isZero(content, start + length, start + bytes.length));
  }

  private static boolean isZero(byte[] content, int from) {
    return isZero(content, from, content.length);
  }

  private static boolean isZero(byte[] content, int from, int to) {
    for (int i = from; i < Math.min(to, content.length); i++) {
      if (content[i] != 0) {
        return false;
      }
    }
    return true;
  }
}
