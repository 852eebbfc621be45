package org.legio.finish;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.utility.OpenedClassReader;
import org.legio.ulfm.logging.Logger;

/**
 * Makes a library log by {@link Logger} instead of {@code java.util.logging}, whose first use takes
 * a fifth of what a rank needs to load JNA.
 */
final class LibraryLogging {
  private static final String JDK = "java/util/logging/";
  private static final String OWN = Logger.class.getPackageName().replace('.', '/') + "/";

  private LibraryLogging() {}

  /** A class file that logs by our classes, and is else the same. */
  static byte[] replaced(byte[] classFile) {
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassRemapper(
            writer,
            new Remapper(Opcodes.ASM9) {
              @Override
              public String map(String internalName) {
                return internalName.startsWith(JDK)
                    ? OWN + internalName.substring(JDK.length())
                    : internalName;
              }
            }),
        0);
    return writer.toByteArray();
  }
}
