package org.legio.bench.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The figures of the thesis (Rocco 2021, chapter 5). */
public enum Figure {
  BCAST_BY_SIZE("5.1", Part.SIZES, "bcast", "MPI_Bcast against message size"),
  REDUCE_BY_SIZE("5.2", Part.SIZES, "reduce", "MPI_Reduce against message size"),
  BCAST("5.3", Part.RANKS, "bcast", "MPI_Bcast against ranks"),
  REDUCE("5.4", Part.RANKS, "reduce", "MPI_Reduce against ranks"),
  BARRIER("5.5", Part.RANKS, "barrier", "MPI_Barrier against ranks"),
  REPAIR("5.6", Part.REPAIR, "death of a .*: total", "repair time against ranks"),
  EP("5.7", Part.EP, "EP class .", "NAS EP against ranks"),
  DOCKING("5.8", Part.APPLICATIONS, "docking of .*", "docking against ranks");

  private final String number;
  private final Part part;
  private final String operations;
  private final String title;

  Figure(String number, Part part, String operations, String title) {
    this.number = number;
    this.part = part;
    this.operations = operations;
    this.title = title;
  }

  /** The number in the thesis, which is its name on the command line. */
  public String number() {
    return number;
  }

  /** What it shows. */
  public String title() {
    return title;
  }

  /** The part of the suite that measures the same. */
  public Part part() {
    return part;
  }

  /** The name of what is measured, or a pattern of it. */
  String operations() {
    return operations;
  }

  /** Whether what is measured is in this figure. */
  public boolean shows(String ofPart, String operation) {
    return part.id().equals(ofPart) && operation.matches(operations);
  }

  /** Whether it is over sizes of messages, at a fixed number of ranks; else over ranks. */
  public boolean isBySize() {
    return part == Part.SIZES;
  }

  /** The file's name without its end. */
  public String file() {
    return String.format(Locale.ROOT, "figure-%s", number);
  }

  /** The figure with a number; empty if there is none. */
  public static Optional<Figure> numbered(String number) {
    return Arrays.stream(values()).filter(figure -> figure.number.equals(number)).findFirst();
  }

  /** All numbers, for messages. */
  public static List<String> numbers() {
    return Arrays.stream(values()).map(Figure::number).toList();
  }
}
