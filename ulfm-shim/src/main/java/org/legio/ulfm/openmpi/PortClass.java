package org.legio.ulfm.openmpi;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.legio.ulfm.ports.Pmpi;

/** The frame of a class that implements {@link Pmpi} and is written instruction by instruction. */
public final class PortClass {
  private PortClass() {}

  /**
   * Begins the class, with its constructor. Its methods must not branch: no frames are computed.
   *
   * @param name its internal name
   */
  public static ClassWriter begin(String name) {
    ClassWriter port = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    port.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
        name,
        null,
        Type.getInternalName(Object.class),
        new String[] {Type.getInternalName(Pmpi.class)});
    MethodVisitor constructor = port.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(
        Opcodes.INVOKESPECIAL, Type.getInternalName(Object.class), "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    return port;
  }
}
