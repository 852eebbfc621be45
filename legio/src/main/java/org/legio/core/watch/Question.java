package org.legio.core.watch;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The questions that ranks ask each other by sockets: a word, then numbers. */
enum Question {
  /** Do you answer? */
  PING,
  /**
   * Do you wait in this operation (communicator, number)? Then handle it: it is past its deadline.
   */
  EXPIRE,
  /** Where are you, seen from this operation (communicator, number)? */
  WHERE,
  /** If you still keep the others of this operation waiting, end yourself. */
  END,
  /**
   * Kill this rank (in the world), which does not answer and is on your node: in any case (1), or
   * only if it is stopped (0).
   */
  KILL;

  static final String YES = "yes";
  static final String NO = "no";

  String about(long... numbers) {
    return name()
        + LongStream.of(numbers).mapToObj(each -> " " + each).collect(Collectors.joining());
  }

  static Question of(String request) {
    return valueOf(request.split(" ", 2)[0]);
  }

  static long[] numbersOf(String request) {
    return Arrays.stream(request.split(" ")).skip(1).mapToLong(Long::parseLong).toArray();
  }
}
