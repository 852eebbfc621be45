package org.legio.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;
import org.legio.core.CallBlocks;
import org.legio.core.Refusals;
import org.legio.ulfm.openmpi.Linker;

/**
 * Replaces the binding's natives: each protected native is renamed to {@code pmpi_NAME}, as C's
 * PMPI does it, and a new method of its old name calls the handler of its row.
 *
 * <p>Written instruction by instruction with the class-file library that is part of Byte Buddy:
 * every JVM of a job weaves at its start, and the builders above that library take ten times as
 * long.
 */
final class Weaver implements ClassFileTransformer {
  private static final String NATIVE_ENTRY = Type.getInternalName(NativeEntry.class);
  private static final String BLOCKS = Type.getInternalName(CallBlocks.class);
  private static final String REFUSALS = Type.getInternalName(Refusals.class);

  private static final String BINDING = "mpi/";

  private final @Nullable CallTable table;
  private final KillPlan kills;
  private final WeavingFailures failures;
  private final FinishedBinding kind;

  /**
   * Prepares the weaving of a table.
   *
   * @param table null to protect nothing
   * @param kills this rank's kills; the calls they name are watched, protected or not
   * @param failures records classes that cannot be woven
   * @param kind what is made of the classes
   */
  Weaver(
      @Nullable CallTable table, KillPlan kills, WeavingFailures failures, FinishedBinding kind) {
    this.kind = kind;
    this.table = table;
    this.kills = kills;
    this.failures = failures;
  }

  /**
   * Prepares to give the natives bodies, and to protect nothing.
   *
   * @param kind what the bodies are for
   */
  static Weaver withoutProtection(FinishedBinding kind) {
    return new Weaver(null, KillPlan.NONE, new WeavingFailures(), kind);
  }

  /** Weaves the binding's classes as they are loaded. */
  void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(this);
    try {
      instrumentation.setNativeMethodPrefix(this, Linker.PREFIX);
    } catch (RuntimeException e) {
      instrumentation.removeTransformer(this); // without it, no renamed native could be linked
      throw e;
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name == null || !name.startsWith(BINDING)) {
      return null;
    }
    byte[] finished = kills.isNone() ? kind.find(name, classFile) : null;
    if (finished == null) {
      return weave(loader, name, StandaloneBinding.original(name, classFile));
    }
    Linker.bindingLoadedBy(loader);
    return finished.length == 0 ? null : finished;
  }

  /** Weaves a class of the binding; null if nothing in it is to be woven, or it cannot be. */
  byte @Nullable [] weave(@Nullable ClassLoader loader, String name, byte[] classFile) {
    try {
      Map<String, Call> calls = callsToWeave(name.replace('/', '.'));
      if (calls.isEmpty() && kind.hasNatives()) {
        return null;
      }
      Linker.bindingLoadedBy(loader);
      ClassReader reader = OpenedClassReader.of(classFile);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      Weaving weaving = new Weaving(writer, name, calls);
      reader.accept(weaving, 0);
      Call missing = weaving.missing();
      if (missing != null) {
        failures.noteMissing(missing);
      }
      return writer.toByteArray();
    } catch (RuntimeException | LinkageError e) {
      failures.note(name.replace('/', '.'), e);
      return null;
    }
  }

  /** The rows of a class whose natives are woven, by the native's name and descriptor. */
  private Map<String, Call> callsToWeave(String owner) {
    Map<String, Call> calls = new LinkedHashMap<>();
    if (table == null) {
      return calls;
    }
    for (Call call : table.callsOf(owner)) {
      if (call.treatment().isWoven() || kills.concerns(call)) {
        calls.put(call.name() + call.descriptor(), call);
      }
    }
    return calls;
  }

  /** The weaving of one class. */
  private final class Weaving extends ClassVisitor {
    private final String owner;
    private final Map<String, Call> calls;

    /** By identity: the JVM would make 60 classes to find out a row's hash code. */
    private final Set<Call> found = Collections.newSetFromMap(new IdentityHashMap<>());

    Weaving(ClassVisitor next, String owner, Map<String, Call> calls) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
      this.calls = calls;
    }

    /** A protected native that the class turned out not to have; null if it has them all. */
    @Nullable Call missing() {
      for (Call call : calls.values()) {
        if (call.treatment().isWoven() && !found.contains(call)) {
          return call;
        }
      }
      return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      OwnOperations.Preparation preparation = kind.preparation();
      if (preparation != null
          && owner.equals(OwnOperations.OWNER)
          && name.equals(OwnOperations.BEFORE_REDUCTION)) {
        return OwnOperations.replaced(
            super.visitMethod(access, name, descriptor, signature, exceptions), preparation);
      }
      Call call = (access & Opcodes.ACC_NATIVE) == 0 ? null : calls.get(name + descriptor);
      if (call == null) {
        return left(access, name, descriptor, signature, exceptions);
      }
      found.add(call);
      MethodVisitor code =
          super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
      code.visitCode();
      writeBody(code, access, call);
      code.visitMaxs(0, 0);
      code.visitEnd();
      return left(access, Linker.PREFIX + name, descriptor, signature, exceptions);
    }

    /**
     * Adds a method that Legio does not replace; without the binding's library no native is left.
     */
    private @Nullable MethodVisitor left(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
      if (kind.hasNatives() || (!isNative && !name.equals("<clinit>"))) {
        return super.visitMethod(access, name, descriptor, signature, exceptions);
      }
      MethodVisitor code =
          super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
      if (!isNative) {
        return new NoLibrary(code);
      }
      boolean isShifted = name.startsWith(Linker.PREFIX);
      String plainName = isShifted ? name.substring(Linker.PREFIX.length()) : name;
      kind.writeBody(code, owner, isStatic(access), plainName, descriptor);
      return null;
    }

    private void writeBody(MethodVisitor code, int access, Call call) {
      int returning = Type.getReturnType(call.descriptor()).getOpcode(Opcodes.IRETURN);
      if (kills.concerns(call)) {
        WatchedBody watched = new WatchedBody(code, call);
        watched.begin();
        writeUnwatched(code, access, call);
        watched.end();
        code.visitInsn(returning);
        watched.passOnFailure();
      } else {
        writeUnwatched(code, access, call);
        code.visitInsn(returning);
      }
    }

    private void writeUnwatched(MethodVisitor code, int access, Call call) {
      if (call.treatment().isWoven() && call.isBarredFromBlocks()) {
        requireNoBlock(code, call);
      }
      if (call.treatment().isRefused()) {
        checkRefusal(code, access, call);
      }
      CallFamily family = call.treatment().family().orElse(null);
      if (family == null) {
        callShifted(code, access, call);
      } else {
        serve(code, access, family, call);
        OwnOperations.throwFailure(code, access, call);
      }
    }

    private void requireNoBlock(MethodVisitor code, Call call) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, NATIVE_ENTRY, "blocks", "()L" + BLOCKS + ";", false);
      code.visitLdcInsn(call.publicName());
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, BLOCKS, "requireNone", "(Ljava/lang/String;)V", false);
    }

    private void checkRefusal(MethodVisitor code, int access, Call call) {
      boolean isCollective = call.parameters().indexOf("COMM") == 0;
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, NATIVE_ENTRY, "refusals", "()L" + REFUSALS + ";", false);
      if (isCollective) {
        code.visitVarInsn(Opcodes.LLOAD, localOf(0, access, call));
      }
      code.visitLdcInsn(call.publicName());
      code.visitLdcInsn(call.treatment().reason());
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          REFUSALS,
          isCollective ? "checkTogether" : "check",
          (isCollective ? "(J" : "(") + "Ljava/lang/String;Ljava/lang/String;)V",
          false);
    }

    private void serve(MethodVisitor code, int access, CallFamily family, Call call) {
      int subject = family.subject(call);
      if (subject < 0) {
        serveOurs(code, access, family, call);
        return;
      }
      Type returned = Type.getReturnType(call.descriptor());
      TwoWays ways = new TwoWays(code, family.subjectType(), returned);
      ways.beginOurs(localOf(subject, access, call), family.finder());
      serveOurs(code, access, family, call);
      ways.beginNotOurs();
      callShifted(code, access, call);
      ways.meet();
    }

    private void serveOurs(MethodVisitor code, int access, CallFamily family, Call call) {
      int first = localOf(0, access, call);
      if (family.isByHandle()) {
        new ServerEntry(code, first, family, call).serve();
      } else {
        new HandlerEntry(code, first, family, call).serve();
      }
    }

    private void callShifted(MethodVisitor code, int access, Call call) {
      int opcode =
          isStatic(access)
              ? Opcodes.INVOKESTATIC
              : (access & Opcodes.ACC_PRIVATE) != 0 ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
      if (!isStatic(access)) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
      }
      loadArguments(code, access, call);
      code.visitMethodInsn(opcode, owner, Linker.PREFIX + call.name(), call.descriptor(), false);
    }
  }

  private static boolean isStatic(int access) {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  private static void loadArguments(MethodVisitor code, int access, Call call) {
    int local = localOf(0, access, call);
    for (Type argument : Type.getArgumentTypes(call.descriptor())) {
      code.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), local);
      local += argument.getSize();
    }
  }

  /** The local variable of a native's parameter. */
  private static int localOf(int parameter, int access, Call call) {
    Type[] arguments = Type.getArgumentTypes(call.descriptor());
    int local = isStatic(access) ? 0 : 1;
    for (int i = 0; i < parameter; i++) {
      local += arguments[i].getSize();
    }
    return local;
  }
}
