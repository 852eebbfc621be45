package org.legio.integration;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program can see on the embedded runtime that is otherwise on Open MPI 5.0.7. {@code
 * docs/design/embedded-runtime.md} lists the same.
 *
 * @param what the call or the value
 * @param openMpi what Open MPI does
 * @param embedded what the embedded runtime does
 * @param why the reason
 * @param seenIn the programs of the transparency suite that report it, or the test that shows it
 * @param lines where the reports of these programs may differ, as a pattern whose first group may
 *     not; null if they report nothing of it
 */
record Difference(
    String what,
    String openMpi,
    String embedded,
    String why,
    List<String> seenIn,
    @Nullable Pattern lines) {

  /** Stands for all programs. */
  private static final String ANY = "any program with errors";

  /** Also where the binding's natives call libmpi themselves. */
  static final Difference NEGATIVE_COUNT =
      of(
          "a negative count of an array's items",
          "an ArrayIndexOutOfBoundsException",
          "`MPI_ERR_COUNT`",
          "MPI, section 9.4",
          "FileErrors, WrongArguments",
          "^((?:(?:recv|bcast|allReduce) )?count: )(?:java.*OutOfBounds.*|class 2, .*)");

  /** All differences. */
  static final List<Difference> ALL =
      List.of(
          of(
              "fence, start, wait and a lock when a member has died",
              "never return",
              "fail, or continue without the dead",
              "MPI leaves it open",
              "nothing: Legio's own windows hide it"),
          of(
              "a living rank that is announced as failed",
              "continues",
              "is ended",
              "agreements rely on the silence of the dead",
              "`HungRanksIT`"),
          of(
              "`MPI_Init`",
              "waits for all ranks",
              "waits for nobody; a rank that ends before it ends the job",
              "nothing has to be exchanged",
              "`MpirunIT`"),
          of(
              "a rank killed by SIGKILL before `MPI_Init`",
              "status 1",
              "status 137",
              "the status of the process",
              "`EndingIT`"),
          of(
              "spawn, accept, connect, ports",
              "there",
              "refused, `MPI_ERR_UNSUPPORTED_OPERATION`",
              "the processes are those of one job",
              "Ports",
              "(?s)\\A().*\\z"),
          of(
              "a service that nobody has published, looked up",
              "`MPI_ERR_NAME`",
              "`MPI_ERR_UNSUPPORTED_OPERATION`",
              "the processes are those of one job",
              "LocalErrors",
              "^(name): class (?:38|52), .*"),
          of(
              "the words behind an error class's name",
              "the same for the whole class",
              "say what was wrong, with the values",
              "MPI, section 9.3, leaves them open",
              ANY,
              "^(.*: class \\d+, code \\d+, MPI_ERR_\\w+: ).*"),
          NEGATIVE_COUNT,
          of(
              "a datatype freed twice",
              "no error",
              "`MPI_ERR_TYPE`",
              "MPI, section 5.1.9",
              "FreedObjects",
              "^(freed again: ).*"),
          of(
              "`MPI_KEYVAL_INVALID` freed",
              "`MPI_ERR_OTHER`",
              "`MPI_ERR_KEYVAL`",
              "MPI, section 9.4",
              "LocalErrors",
              "^(keyval: class )(?:16|36), .*"),
          of(
              "a predefined operation freed",
              "`MPI_ERR_OP`, and it becomes null",
              "`MPI_ERR_OP`, and it stays",
              "MPI, section 6.9.5",
              "`StandardIT`"),
          of(
              "`MPI_GROUP_EMPTY` freed",
              "ends the process by SIGABRT",
              "`MPI_ERR_GROUP`",
              "it is predefined",
              "`StandardIT`"),
          of(
              "data beyond 2 GiB of a buffer",
              "moved",
              "`MPI_ERR_COUNT`",
              "positions are ints",
              "nothing: no test has such buffers"),
          of(
              "the address of memory that MPI allocates",
              "told by the attribute `WIN_BASE` and the given buffer",
              "told by the attribute alone",
              "no Java program can use it",
              "AllocatedWindows",
              "^(address: ).*"),
          of(
              "hints, such as `no_locks`",
              "shown as far as known",
              "ignored",
              "MPI, section 10, allows it",
              "WindowHints",
              "^((?:shows|lock|mpi_assert_)[^:]*: ).*"));

  private static Difference of(
      String what, String openMpi, String embedded, String why, String test) {
    return new Difference(what, openMpi, embedded, why, List.of(test), null);
  }

  private static Difference of(
      String what, String openMpi, String embedded, String why, String programs, String lines) {
    return new Difference(
        what,
        openMpi,
        embedded,
        why,
        List.of(programs.split(", ", -1)),
        Pattern.compile(lines, Pattern.MULTILINE));
  }

  /** Whether it may be seen in what a program reports. */
  boolean isSeenIn(String program) {
    return lines != null && (seenIn.contains(ANY) || seenIn.contains(program));
  }

  /** A report without what may differ. */
  String without(String report) {
    return lines == null ? report : lines.matcher(report).replaceAll("$1");
  }

  /** A report of a program without all that may differ. */
  static String reduced(String program, String report) {
    String reduced = report;
    for (Difference difference : ALL) {
      if (difference.isSeenIn(program)) {
        reduced = difference.without(reduced);
      }
    }
    return reduced;
  }

  /** The item of the documents' list. */
  String item() {
    return "- %s: %s; embedded: %s (%s)".formatted(what, openMpi, embedded, why);
  }
}
