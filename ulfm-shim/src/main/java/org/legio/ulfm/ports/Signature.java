package org.legio.ulfm.ports;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the arguments of a native after its handle, and the getters and setters of the call's value
 * for them. It is derived from the operation's row, because the binding is regular.
 *
 * <p>The code that calls natives reads a call's parts in this order; the code woven in the place of
 * natives sets them. So no argument list is written by hand. It is used at the start of every JVM
 * and has no streams and no lambdas, which would make the start slower.
 */
public final class Signature {
  private static final String ITSELF = "";

  /** An argument: the method that gives it, and its type's descriptor. */
  public record Argument(String getter, String descriptor) {}

  /** Arguments that follow each other and are set by one method. */
  public enum Part {
    /** The place of data in memory. */
    MEMORY("at", "buffer", "Ljava/lang/Object;", "isDirect", "Z", "offset", "I"),
    /** The place of blocks that have offsets of their own. */
    TYPED_MEMORY("at", "buffer", "Ljava/lang/Object;", "isDirect", "Z"),
    /** The place of data in native memory. */
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
    /** The place in a file. */
    POSITION("position", "position", "J"),
    /** The status that MPI fills in. */
    STATUS("status", "status", "[J"),
    /** The rank to send to, and the tag. */
    TO("to", "destination", "I", "sendTag", "I"),
    /** The rank to receive from, and the tag. */
    FROM("from", "source", "I", "receiveTag", "I"),
    /** The part of a target's memory. */
    TARGET("target", "target", "I", "displacement", "I", "targetCount", "I", "targetType", "J"),
    /** One element of a target's memory; origin and result have the same type. */
    ELEMENT("element", "targetType", "J", "target", "I", "displacement", "I"),
    /** The basic type in the target's datatype. */
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

    /** The name of the method that sets them and returns its own object. */
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
   * A part of a call, or of one of the call's {@link MessageData}.
   *
   * @param data the name of the getter of the data; empty for the call itself
   */
  public record Step(String data, Part part) {

    /** Whether it is a part of the call itself. */
    public boolean isOfCall() {
      return data.equals(ITSELF);
    }
  }

  private final List<Step> steps = new ArrayList<>();

  /** Adds a part of the call itself. */
  Signature with(Part part) {
    return with(ITSELF, part);
  }

  /** Adds a part of one of the call's data. */
  Signature with(String data, Part part) {
    steps.add(new Step(data, part));
    return this;
  }

  /** The parts in order. */
  public List<Step> steps() {
    return steps;
  }

  /** The native's descriptor, which begins with the handle. */
  public String descriptor(boolean isBlocking) {
    StringBuilder all = new StringBuilder("(J");
    for (Step step : steps) {
      all.append(step.part().descriptors());
    }
    return all.append(isBlocking ? ")V" : ")J").toString();
  }
}
