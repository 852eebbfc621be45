package org.legio.agent;

import java.util.List;

/**
 * One row of the table of calls.
 *
 * @param target the native
 * @param callClass what it does with ranks
 * @param wantsSelf whether its handler is given the object the native is called on, too
 * @param parameters what each parameter is: {@code COMM}, {@code ROOT}, {@code BUFFER}, ...
 * @param policy the setting that applies when a rank it needs is dead; empty for none
 * @param treatment whether it is protected
 */
public record Call(
    Native target,
    CallClass callClass,
    boolean wantsSelf,
    List<String> parameters,
    String policy,
    Treatment treatment) {

  /**
   * One of the binding's natives.
   *
   * @param owner the binary name of the class that declares it
   * @param descriptor its JVM descriptor
   */
  public record Native(String owner, String name, String descriptor) {
    @Override
    public String toString() {
      return owner + "." + name + descriptor;
    }
  }

  /** The binary name of the class that declares the native. */
  public String owner() {
    return target.owner();
  }

  /** The native's name. */
  public String name() {
    return target.name();
  }

  /** The native's JVM descriptor. */
  public String descriptor() {
    return target.descriptor();
  }

  /** The name of the public method that ends in it. */
  public String publicName() {
    String name = name();
    if (!name.endsWith("jni") && !name.endsWith("JNI")) {
      return name;
    }
    int end = name.length() - "jni".length();
    return name.substring(0, name.charAt(end - 1) == '_' ? end - 1 : end);
  }

  /**
   * Whether it is refused inside a block of calls, because it may wait for other ranks in another
   * way than by a collective operation on a communicator.
   */
  boolean isBarredFromBlocks() {
    boolean isHarmless = callClass == CallClass.LOCAL || callClass == CallClass.FILE;
    CallFamily family = treatment.family().orElse(null);
    return !isHarmless && family != CallFamily.COLLECTIVES && family != CallFamily.LIFE_CYCLE;
  }

  /** Whether other ranks take part in it, and it is not the start or the end of MPI. */
  boolean concernsOthers() {
    return callClass != CallClass.LOCAL && treatment.family().orElse(null) != CallFamily.LIFE_CYCLE;
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
