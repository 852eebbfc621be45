package org.legio.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Class files that tests read. */
public final class TestedClass {
  private TestedClass() {}

  /** The class file of a class on the class path, by its internal name. */
  public static byte[] file(String name) throws IOException {
    try (InputStream in = TestedClass.class.getResourceAsStream("/" + name + ".class")) {
      return in.readAllBytes();
    }
  }

  /** Names and descriptors of a class's natives whose access flags fulfill a condition. */
  static Set<String> natives(byte[] classFile, IntPredicate condition) {
    Set<String> natives = new HashSet<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] thrown) {
                if ((access & Opcodes.ACC_NATIVE) != 0 && condition.test(access)) {
                  natives.add(name + type);
                }
                return null;
              }
            },
            ClassReader.SKIP_CODE);
    return natives;
  }
}
