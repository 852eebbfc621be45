package org.legio.bench.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** What a command line may set for several parts of the suite. */
public enum Extent {
  RANKS("--ranks"),
  SIZES("--sizes"),
  LOCAL_SIZES("--local-size"),
  NAS_CLASSES("--nas-class");

  private final String option;

  Extent(String option) {
    this.option = option;
  }

  /** The option that sets it. */
  public String option() {
    return option;
  }

  private boolean isUsedBy(Part part) {
    return switch (part) {
      case SIZES, RANKS -> this != NAS_CLASSES;
      case MESSAGES, ACCESSES, REPAIR, APPLICATIONS -> this == RANKS || this == LOCAL_SIZES;
      case EP -> this != SIZES;
      case REPLICAS, KERNELS -> this == RANKS;
      case NAS -> this == RANKS || this == NAS_CLASSES;
      case STARTUP -> this == LOCAL_SIZES;
      case LIMIT, ACCURACY -> false;
    };
  }

  /** The names of the parts that use it. */
  public List<String> users() {
    return Arrays.stream(Part.values()).filter(this::isUsedBy).map(Part::id).toList();
  }

  /** The names of those of some parts that have their own in its place. */
  public List<String> strangersIn(Collection<Part> chosen) {
    return chosen.stream().filter(part -> !isUsedBy(part)).map(Part::id).toList();
  }
}
