package org.legio.launcher.machine;

/** The words by which this program was started, for messages that say what to type. */
public final class OwnName {
  /** What messages call it before {@link #in} has been there. */
  private static final String USUAL = "bin/legio";

  public static final String NAME = System.getProperty("legio.command", ofJar());

  private OwnName() {}

  /** With {@code java -jar}, the class path is the jar alone, as it was typed. */
  private static String ofJar() {
    String path = System.getProperty("java.class.path", "");
    return path.matches("[^:]*legio[^:/]*\\.jar") ? "java -jar " + path : USUAL;
  }

  /** Text with the name that was used in place of the usual one. */
  public static String in(String text) {
    return text.replace(USUAL, NAME);
  }
}
