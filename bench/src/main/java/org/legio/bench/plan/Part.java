package org.legio.bench.plan;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The parts of the suite, with the figures of the thesis that they repeat. */
public enum Part {
  SIZES("operations against message size", "thesis: figures 5.1 and 5.2"),
  RANKS("operations against ranks", "thesis: figures 5.3 to 5.5"),
  MESSAGES("messages between two ranks", "LAIK and Penoff: their figures are of two hosts"),

  /** Only if it or {@link #MESSAGES} is named. */
  LIMIT("messages beside the machine's limit", "not in the thesis"),
  ACCESSES("tests, windows, files and blocks", "not in the thesis"),
  REPAIR("repair time", "thesis: figure 5.6"),
  APPLICATIONS("applications", "thesis: figures 5.7 and 5.8"),
  STARTUP("start-up and memory", "not in the thesis"),
  REPLICAS("replicas and restarts", "VolpexMPI: its figures are in the note"),

  /** Only if it is named: it measures results, not time. */
  ACCURACY("accuracy of results against loss", "not in the thesis"),

  /** Only if it is named: it compares MPIs, and says nothing about protection. */
  KERNELS("kinds of programs without agent", "LAIK's TCP backend: chapter 6"),

  /** Only if it is named: it is long. */
  EP("NAS EP in strong scaling", "thesis: figure 5.7"),

  /** Only if it is named: it is long, and needs several hosts to lose one. */
  NAS("NAS kernels with replicas", "VolpexMPI: figures 4.26 to 4.29");

  private final String title;
  private final String figures;

  Part(String title, String figures) {
    this.title = title;
    this.figures = figures;
  }

  /** What a suite has if no part is named. */
  public static Set<Part> suite() {
    return EnumSet.complementOf(EnumSet.of(LIMIT, ACCURACY, KERNELS, EP, NAS));
  }

  /** Whether it is measured on the embedded runtime where no MPI is named. */
  public boolean prefersEmbedded() {
    return this == LIMIT || this == ACCURACY || this == NAS;
  }

  /** The heading in the report. */
  public String title() {
    return title;
  }

  /** The figures of the thesis (Rocco 2021) that show the same kind of measurement. */
  public String figures() {
    return figures;
  }

  /** The name on the command line and in the file of samples. */
  public String id() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The part with an {@link #id}; empty if there is none. */
  public static Optional<Part> named(String id) {
    return Arrays.stream(values()).filter(part -> part.id().equals(id)).findFirst();
  }

  /** All ids, for messages. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Part::id).toList();
  }
}
