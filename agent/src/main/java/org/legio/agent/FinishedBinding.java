package org.legio.agent;

import java.util.zip.CRC32;
import net.bytebuddy.jar.asm.MethodVisitor;
import org.jspecify.annotations.Nullable;
import org.legio.libmpi.BodyWriter;

/**
 * The classes of Legio's own API for MPI as the {@link Weaver} makes them, woven when Legio is
 * built. Those of one kind are one entry of the agent's jar, because to find an entry takes a JVM a
 * millisecond or two; each is named after the checksum of the class file that it was woven from, so
 * another binding's class is never taken for it.
 */
public enum FinishedBinding {
  /** Protected, over the binding's library in C. */
  OPEN_MPI,
  /** Protected, over the MPI library itself. */
  LIBMPI,
  /** Protected, over the embedded runtime. */
  EMBEDDED,
  /** Over the MPI library itself, protecting nothing. */
  PLAIN_LIBMPI,
  /** Over the embedded runtime, protecting nothing. */
  PLAIN;

  private static final String FOLDER = "org/legio/agent/woven/";

  private static final byte[] NOTHING = {};

  /** The name of the entry of the agent's jar that has the classes, a {@link ClassFiles}. */
  public String entry() {
    return FOLDER + name();
  }

  /** A name that no other class file has. */
  public static String nameOf(String className, byte[] classFile) {
    CRC32 crc = new CRC32();
    crc.update(classFile);
    return className + "-" + classFile.length + "-" + Long.toHexString(crc.getValue());
  }

  /**
   * Weaves a class.
   *
   * @param className its internal name
   * @return the entry's content: the woven class file, empty if nothing in it is to be woven
   * @throws IllegalStateException if it cannot be woven
   */
  public byte[] make(String className, byte[] classFile) {
    WeavingFailures failures = new WeavingFailures();
    CallTable table = isProtected() ? new CallTable() : null;
    byte[] woven = new Weaver(table, KillPlan.NONE, failures, this).weave(className, classFile);
    failures
        .first()
        .ifPresent(
            failure -> {
              throw new IllegalStateException(failure);
            });
    return woven == null ? NOTHING : woven;
  }

  /** Whether a library has the natives; otherwise each gets a body. */
  boolean hasNatives() {
    return this == OPEN_MPI;
  }

  /** Whether Legio calls the renamed natives of the binding's classes. */
  boolean hasPort() {
    return this == OPEN_MPI || this == LIBMPI;
  }

  private boolean isProtected() {
    return this == OPEN_MPI || this == LIBMPI || this == EMBEDDED;
  }

  private boolean isEmbedded() {
    return this == EMBEDDED || this == PLAIN;
  }

  /**
   * Writes the body of a native.
   *
   * @param owner the internal name of the class that declares it
   */
  void writeBody(
      MethodVisitor code, String owner, boolean isStatic, String name, String descriptor) {
    if (isEmbedded()) {
      new EmbeddedBody(code, owner, isStatic).write(name, descriptor);
    } else {
      new BodyWriter(code, owner, isStatic).write(name, descriptor);
    }
  }

  /** Who prepares a reduction of the program's own; null for the binding itself. */
  OwnOperations.@Nullable Preparation preparation() {
    return isProtected()
        ? OwnOperations.Preparation.PROTECTED
        : this == PLAIN_LIBMPI ? OwnOperations.Preparation.LIBMPI : null;
  }

  /** What {@link #make} has made of a class file; null if it has been given another. */
  byte @Nullable [] find(String className, byte[] classFile) {
    return ClassFiles.in(entry()).find(nameOf(className, classFile));
  }
}
