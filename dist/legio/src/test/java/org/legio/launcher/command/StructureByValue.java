package org.legio.launcher.command;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Structure;

/** Calls a function of the C library that returns a structure by value: {@code div}. */
public final class StructureByValue {
  private StructureByValue() {}

  /** Quotient and remainder. */
  @Structure.FieldOrder({"quotient", "remainder"})
  public static final class Division extends Structure implements Structure.ByValue {
    /** The quotient. */
    public int quotient;

    /** The remainder. */
    public int remainder;
  }

  /** The C library. */
  public interface C extends Library {
    /** {@code div} of {@code stdlib.h}. */
    Division div(int dividend, int divisor);
  }

  /** Divides. */
  public static void main(String[] arguments) {
    Division division = Native.load(Platform.C_LIBRARY_NAME, C.class).div(37, 5);
    System.out.println(division.quotient + " r " + division.remainder);
  }
}
