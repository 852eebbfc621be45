package org.legio.finish;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Gives classes that were compiled for Java 5 the frames that later JVMs verify classes by. A JVM
 * without them infers the types of all code, and keeps no such class in an archive of classes.
 */
final class LibraryFrames {
  private static final int VERSION = Opcodes.V1_8;

  /** The place of the version in a class file. */
  private static final int VERSION_PLACE = 6;

  private LibraryFrames() {}

  /**
   * A class file with frames; the same one if it has them. All classes that it names must be on
   * this program's class path.
   */
  static byte[] computed(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (reader.readUnsignedShort(VERSION_PLACE) >= Opcodes.V1_7) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              @Nullable String signature,
              @Nullable String superName,
              String @Nullable [] interfaces) {
            super.visit(VERSION, access, name, signature, superName, interfaces);
          }
        },
        ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }
}
