package org.legio.finish;

import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes the class of one lambda: its fields are what the lambda captures, its method calls the
 * lambda's body, and a static method makes it, or returns the only one if it captures nothing. It
 * does what the JDK's {@code LambdaMetafactory.metafactory} is specified to do.
 */
final class LambdaClass {
  /** The name of the static method that makes one; its descriptor is that of the call site. */
  static final String MAKE = "make";

  private static final String OBJECT = Type.getInternalName(Object.class);
  private static final String INIT = "<init>";
  private static final String ONLY = "ONLY";

  /**
   * A call site of the lambda factory.
   *
   * @param method the name of the interface's method
   * @param factory a descriptor: from what is captured to the interface
   * @param erased the type of the interface's method
   * @param body the lambda's body
   * @param called the type that the method is called with
   */
  record Site(String method, String factory, Type erased, Handle body, Type called) {
    Type[] captured() {
      return Type.getArgumentTypes(factory);
    }
  }

  private final String name;
  private final String host;
  private final Site site;
  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);

  /**
   * Describes it.
   *
   * @param name its internal name
   * @param host the host of its nest
   */
  LambdaClass(String name, String host, Site site) {
    this.name = name;
    this.host = host;
    this.site = site;
  }

  byte[] classFile() {
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
        name,
        null,
        OBJECT,
        new String[] {Type.getReturnType(site.factory()).getInternalName()});
    writer.visitNestHost(host);
    constructor();
    if (site.captured().length == 0) {
      only();
    } else {
      make();
    }
    method();
    return writer.toByteArray();
  }

  private String constructorDescriptor() {
    return Type.getMethodDescriptor(Type.VOID_TYPE, site.captured());
  }

  private void constructor() {
    MethodVisitor code = writer.visitMethod(0, INIT, constructorDescriptor(), null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, INIT, "()V", false);
    Type[] captured = site.captured();
    int local = 1;
    for (int i = 0; i < captured.length; i++) {
      int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
      writer.visitField(access, field(i), captured[i].getDescriptor(), null, null);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitVarInsn(captured[i].getOpcode(Opcodes.ILOAD), local);
      code.visitFieldInsn(Opcodes.PUTFIELD, name, field(i), captured[i].getDescriptor());
      local += captured[i].getSize();
    }
    end(code, Type.VOID_TYPE);
  }

  private static String field(int i) {
    return "captured" + i;
  }

  private static void end(MethodVisitor code, Type returned) {
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void only() {
    String descriptor = Type.getReturnType(site.factory()).getDescriptor();
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    writer.visitField(access, ONLY, descriptor, null, null);
    MethodVisitor initializer =
        writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    construct(initializer);
    initializer.visitFieldInsn(Opcodes.PUTSTATIC, name, ONLY, descriptor);
    end(initializer, Type.VOID_TYPE);
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, MAKE, site.factory(), null, null);
    code.visitFieldInsn(Opcodes.GETSTATIC, name, ONLY, descriptor);
    end(code, Type.getReturnType(site.factory()));
  }

  private void make() {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, MAKE, site.factory(), null, null);
    construct(code);
    end(code, Type.getReturnType(site.factory()));
  }

  private void construct(MethodVisitor code) {
    code.visitTypeInsn(Opcodes.NEW, name);
    code.visitInsn(Opcodes.DUP);
    int local = 0;
    for (Type each : site.captured()) {
      code.visitVarInsn(each.getOpcode(Opcodes.ILOAD), local);
      local += each.getSize();
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, INIT, constructorDescriptor(), false);
  }

  /** Writes the interface's method. */
  private void method() {
    Handle body = site.body();
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, site.method(), site.erased().getDescriptor(), null, null);
    if (body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      code.visitTypeInsn(Opcodes.NEW, body.getOwner());
      code.visitInsn(Opcodes.DUP);
    }
    pushArguments(code);
    code.visitMethodInsn(
        opcode(body), body.getOwner(), body.getName(), body.getDesc(), body.isInterface());
    Type returned = site.erased().getReturnType();
    Conversion.write(code, returned(body), site.called().getReturnType(), returned);
    end(code, returned);
  }

  private void pushArguments(MethodVisitor code) {
    Type[] captured = site.captured();
    for (int i = 0; i < captured.length; i++) {
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitFieldInsn(Opcodes.GETFIELD, name, field(i), captured[i].getDescriptor());
    }
    Type[] wanted = parameters(site.body());
    Type[] erased = site.erased().getArgumentTypes();
    Type[] called = site.called().getArgumentTypes();
    int local = 1;
    for (int i = 0; i < erased.length; i++) {
      code.visitVarInsn(erased[i].getOpcode(Opcodes.ILOAD), local);
      Conversion.write(code, erased[i], called[i], wanted[captured.length + i]);
      local += erased[i].getSize();
    }
  }

  /** The types that a body takes from the stack, its receiver first. */
  private static Type[] parameters(Handle body) {
    Type[] declared = Type.getArgumentTypes(body.getDesc());
    if (body.getTag() == Opcodes.H_INVOKESTATIC || body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      return declared;
    }
    Type[] all = new Type[declared.length + 1];
    all[0] = Type.getObjectType(body.getOwner());
    System.arraycopy(declared, 0, all, 1, declared.length);
    return all;
  }

  private static Type returned(Handle body) {
    return body.getTag() == Opcodes.H_NEWINVOKESPECIAL
        ? Type.getObjectType(body.getOwner())
        : Type.getReturnType(body.getDesc());
  }

  /** Private methods of nest mates are called like others. */
  private static int opcode(Handle body) {
    return switch (body.getTag()) {
      case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
      case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
      default -> body.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
    };
  }
}
