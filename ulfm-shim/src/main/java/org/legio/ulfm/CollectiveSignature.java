package org.legio.ulfm;

import java.util.ArrayList;
import java.util.List;

/**
 * What a native of a collective operation takes behind its communicator, and where a {@link
 * CollectiveCall} has it: derived from the operation's row, since the binding is regular.
 *
 * <p>What calls natives reads a call's parts in this order, what takes their place sets them; so no
 * argument list is written anywhere. Read at the start of every JVM: no streams, no lambdas.
 */
public final class CollectiveSignature {

  /** Which part of a call has arguments. */
  public enum Side {
    /** The call itself. */
    CALL,
    /** What is sent. */
    SENT,
    /** What is received. */
    RECEIVED
  }

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
    ROOT("root", "root", "I");

    private final String setter;

    @SuppressWarnings("ImmutableEnumChecker") // nobody adds to it but the constructor
    private final List<Argument> arguments = new ArrayList<>();

    Part(String setter, String... gettersAndTypes) {
      this.setter = setter;
      for (int i = 0; i < gettersAndTypes.length; i += 2) {
        arguments.add(new Argument(gettersAndTypes[i], gettersAndTypes[i + 1]));
      }
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

  /** A part of one side. */
  public record Step(Side side, Part part) {}

  private CollectiveSignature() {}

  /** What the native of one form of an operation takes. */
  public static List<Step> of(Collective operation, boolean isBlocking) {
    List<Step> steps = new ArrayList<>();
    if (operation.sent() != Shape.NONE) {
      steps.add(new Step(Side.SENT, memory(operation.sent(), isBlocking)));
      if (!operation.isReduction()) {
        steps.add(new Step(Side.SENT, items(operation.sent(), isBlocking)));
      }
    }
    if (operation.received() != Shape.NONE) {
      boolean hasBaseType = isBlocking || operation.isReduction();
      steps.add(new Step(Side.RECEIVED, memory(operation.received(), isBlocking)));
      steps.add(new Step(Side.RECEIVED, items(operation.received(), hasBaseType)));
    }
    if (operation.isReduction()) {
      steps.add(new Step(Side.CALL, Part.REDUCTION));
    }
    if (operation.isRooted()) {
      steps.add(new Step(Side.CALL, Part.ROOT));
    }
    return steps;
  }

  private static Part memory(Shape shape, boolean isBlocking) {
    if (!isBlocking) {
      return Part.NATIVE_MEMORY;
    }
    return shape == Shape.TYPED ? Part.TYPED_MEMORY : Part.MEMORY;
  }

  private static Part items(Shape shape, boolean hasBaseType) {
    return switch (shape) {
      case COUNTED -> hasBaseType ? Part.COUNTED : Part.NATIVE_COUNTED;
      case TYPED -> hasBaseType ? Part.TYPED : Part.NATIVE_TYPED;
      case DEALT -> Part.DEALT;
      default -> hasBaseType ? Part.ITEMS : Part.NATIVE_ITEMS;
    };
  }
}
