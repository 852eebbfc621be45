package org.legio.ulfm;

import java.util.ArrayList;
import java.util.List;

/**
 * What a native takes behind its handle, and where the call's value has it: derived from the
 * operation's row, since the binding is regular.
 *
 * <p>What calls natives reads a call's parts in this order, what takes their place sets them; so no
 * argument list is written anywhere. Read at the start of every JVM: no streams, no lambdas.
 */
public final class Signature {
  private static final String ITSELF = "";

  /** An argument: the method that gives it, and its type's descriptor. */
  public record Argument(String getter, String descriptor) {}

  /** Arguments that follow each other and are set by one method. */
  public enum Part {
    /** Where data lies. */
    MEMORY("at", "buffer", "Ljava/lang/Object;", "isDirect", "Z", "offset", "I"),
    /** Where blocks lie that have offsets of their own. */
    TYPED_MEMORY("at", "buffer", "Ljava/lang/Object;", "isDirect", "Z"),
    /** Where data lies in native memory. */
    NATIVE_MEMORY("at", "buffer", "Ljava/lang/Object;"),
    /** One count. */
    ITEMS("items", "count", "I", "type", "J", "baseType", "I"),
    /** One count, in native memory. */
    NATIVE_ITEMS("items", "count", "I", "type", "J"),
    /** Counts alone. */
    DEALT("items", "counts", "[I", "type", "J", "baseType", "I"),
    /** Counts and displacements. */
    COUNTED("items", "counts", "[I", "displacements", "[I", "type", "J", "baseType", "I"),
    /** Counts and displacements, in native memory. */
    NATIVE_COUNTED("items", "counts", "[I", "displacements", "[I", "type", "J"),
    /** Counts, displacements and types. */
    TYPED(
        "items",
        "offsets",
        "[I",
        "counts",
        "[I",
        "displacements",
        "[I",
        "types",
        "[J",
        "baseTypes",
        "[I"),
    /** Counts, displacements and types, in native memory. */
    NATIVE_TYPED("items", "counts", "[I", "displacements", "[I", "types", "[J"),
    /** The reduction. */
    REDUCTION("reduction", "op", "Ljava/lang/Object;", "opHandle", "J"),
    /** The root. */
    ROOT("root", "root", "I"),
    /** Where in a file. */
    POSITION("position", "position", "J"),
    /** Where MPI says what has come. */
    STATUS("status", "status", "[J"),
    /** Which of a target's memory. */
    TARGET("target", "target", "I", "displacement", "I", "targetCount", "I", "targetType", "J"),
    /** Likewise, one element of a type that all have. */
    ELEMENT("element", "targetType", "J", "target", "I", "displacement", "I"),
    /** The basic type in the target's. */
    BASE_TYPE("baseType", "baseType", "I");

    private final String setter;

    @SuppressWarnings("ImmutableEnumChecker") // List.copyOf is immutable
    private final List<Argument> arguments;

    Part(String setter, String... gettersAndTypes) {
      this.setter = setter;
      List<Argument> all = new ArrayList<>();
      for (int i = 0; i < gettersAndTypes.length; i += 2) {
        all.add(new Argument(gettersAndTypes[i], gettersAndTypes[i + 1]));
      }
      this.arguments = List.copyOf(all);
    }

    /** The method that sets them, which returns what it is called on. */
    public String setter() {
      return setter;
    }

    /** The arguments in order. */
    public List<Argument> arguments() {
      return arguments;
    }

    /** Their types' descriptors, one after the other. */
    public String descriptors() {
      StringBuilder all = new StringBuilder();
      for (Argument argument : arguments) {
        all.append(argument.descriptor());
      }
      return all.toString();
    }
  }

  /**
   * A part of a call, or of the {@link MessageData} that the call has by a name.
   *
   * @param data the name; empty for the call itself
   */
  public record Step(String data, Part part) {

    /** Whether it is a part of the call itself. */
    public boolean isOfCall() {
      return data.equals(ITSELF);
    }
  }

  private final List<Step> steps = new ArrayList<>();

  /** Goes on with a part of the call itself. */
  Signature with(Part part) {
    return with(ITSELF, part);
  }

  /** Goes on with a part of some data. */
  Signature with(String data, Part part) {
    steps.add(new Step(data, part));
    return this;
  }

  /** The parts in order. */
  public List<Step> steps() {
    return steps;
  }

  /** The native's descriptor, the handle before all. */
  public String descriptor(boolean isBlocking) {
    StringBuilder all = new StringBuilder("(J");
    for (Step step : steps) {
      all.append(step.part().descriptors());
    }
    return all.append(isBlocking ? ")V" : ")J").toString();
  }
}
