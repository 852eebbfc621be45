package org.legio.agent;

import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;
import org.legio.libmpi.BodyWriter;

/**
 * Makes Legio's own API for MPI work in a JVM without the agent, when Legio is built. Algorithm:
 * each private native stays, for Open MPI's library for Java, which finds it by its name; its
 * callers call a method beside it instead, which calls the native or the MPI library itself, as
 * {@link PlainHalf} says. The few other natives, which other classes call, always call the MPI
 * library: what they return is the same.
 *
 * <p>The agent weaves the class files as they were before.
 */
public final class StandaloneBinding {
  private static final String PREFIX = "either_";

  /**
   * The entry of the agent's jar that has the class files as they were, a {@link ClassFiles}, by
   * the names of those that were made of them.
   */
  public static final String ORIGINALS = "org/legio/agent/woven/ORIGINAL";

  private static final String HALF = Type.getInternalName(PlainHalf.class);

  private StandaloneBinding() {}

  /**
   * Makes a class.
   *
   * @param className its internal name
   * @return its class file; the same if there is nothing to do
   */
  public static byte[] make(String className, byte[] classFile) {
    Natives natives = new Natives();
    ClassReader reader = OpenedClassReader.of(classFile);
    reader.accept(natives, ClassReader.SKIP_CODE);
    if (!natives.areThere) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new Making(writer, className, natives.ofItsOwn), 0);
    return writer.toByteArray();
  }

  /** The class file that a class was made from; the same if it is not one of this class's. */
  static byte[] original(String className, byte[] classFile) {
    byte[] original = ClassFiles.in(ORIGINALS).find(FinishedBinding.nameOf(className, classFile));
    return original == null ? classFile : original;
  }

  private static boolean isPrivateNative(int access) {
    int both = Opcodes.ACC_PRIVATE | Opcodes.ACC_NATIVE;
    return (access & both) == both;
  }

  /** Collects the private natives of a class, by name and descriptor. */
  private static final class Natives extends ClassVisitor {
    private final Set<String> ofItsOwn = new HashSet<>();
    private boolean areThere;

    Natives() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      areThere |= (access & Opcodes.ACC_NATIVE) != 0;
      if (isPrivateNative(access)) {
        ofItsOwn.add(name + descriptor);
      }
      return null;
    }
  }

  /** Makes one class. */
  private static final class Making extends ClassVisitor {
    private final String owner;
    private final Set<String> natives;

    Making(ClassVisitor next, String owner, Set<String> natives) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
      this.natives = natives;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      int withCode = access & ~Opcodes.ACC_NATIVE;
      if (isPrivateNative(access)) {
        MethodVisitor code =
            super.visitMethod(
                withCode | Opcodes.ACC_SYNTHETIC, PREFIX + name, descriptor, null, exceptions);
        callNative(code, isStatic, name, descriptor);
        new BodyWriter(code, owner, isStatic).write(name, descriptor);
      } else if (isNative) {
        MethodVisitor code = super.visitMethod(withCode, name, descriptor, signature, exceptions);
        new BodyWriter(code, owner, isStatic).write(name, descriptor);
        return null;
      }
      MethodVisitor code = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (owner.equals(OwnOperations.OWNER) && name.equals(OwnOperations.BEFORE_REDUCTION)) {
        Label original = ifNative(code, Opcodes.IFNE);
        OwnOperations.writeBody(code, OwnOperations.Preparation.LIBMPI);
        begin(code, original);
      }
      return isNative ? code : new Calls(code);
    }

    /** Writes: if there is a library with the natives, calls the native and returns. */
    private void callNative(MethodVisitor code, boolean isStatic, String name, String descriptor) {
      Label otherwise = ifNative(code, Opcodes.IFEQ);
      int local = 0;
      if (!isStatic) {
        code.visitVarInsn(Opcodes.ALOAD, local++);
      }
      for (Type argument : Type.getArgumentTypes(descriptor)) {
        code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
        local += argument.getSize();
      }
      int opcode = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
      code.visitMethodInsn(opcode, owner, name, descriptor, false);
      code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
      begin(code, otherwise);
    }

    /** Lets callers of private natives call the methods beside them. */
    private final class Calls extends MethodVisitor {
      Calls(MethodVisitor next) {
        super(Opcodes.ASM9, next);
      }

      @Override
      public void visitMethodInsn(
          int opcode, String target, String name, String descriptor, boolean isInterface) {
        if (NoLibrary.isLoading(target, name)) {
          Label behind = ifNative(mv, Opcodes.IFEQ);
          super.visitMethodInsn(opcode, target, name, descriptor, isInterface);
          begin(mv, behind);
        } else {
          boolean isOwn = target.equals(owner) && natives.contains(name + descriptor);
          super.visitMethodInsn(
              opcode, target, isOwn ? PREFIX + name : name, descriptor, isInterface);
        }
      }
    }
  }

  /** Writes the question whether there is a library with the natives, and a jump. */
  private static Label ifNative(MethodVisitor code, int jump) {
    Label target = new Label();
    code.visitMethodInsn(Opcodes.INVOKESTATIC, HALF, "hasNatives", "()Z", false);
    code.visitJumpInsn(jump, target);
    return target;
  }

  /** Marks a place where the local variables are the method's parameters. */
  private static void begin(MethodVisitor code, Label place) {
    code.visitLabel(place);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
  }
}
