package org.legio.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.HashMap;
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
import org.legio.ulfm.openmpi.PortNatives;

/**
 * Replaces the binding's natives: each protected native is renamed to {@code pmpi_NAME}, as C's
 * PMPI does it, and a new method of its old name calls the handler of its row. Natives that Legio
 * itself calls are renamed, too, and can be called without an object if they use none ({@link
 * PortNatives}); a new method of the old name passes the call on.
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

  /** What Legio calls; null until the first class is woven. */
  private volatile @Nullable PortNatives natives;

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
    if (name == null || !name.startsWith(BINDING) || name.equals(Linker.PORT)) {
      return null;
    }
    byte[] woven = kills.isNone() ? kind.find(name, classFile) : null;
    if (woven == null) {
      woven = weave(name, StandaloneBinding.original(name, classFile));
    }
    if (woven != null) {
      Linker.bindingLoadedBy(loader);
    }
    return woven == null || woven.length == 0 ? null : woven;
  }

  /**
   * Weaves a class of the binding; null if nothing in it is to be woven, or it cannot be. If its
   * rows cannot be woven, the job runs unprotected, and needs only what Legio itself calls.
   */
  byte @Nullable [] weave(String name, byte[] classFile) {
    try {
      return weave(name, classFile, callsToWeave(name.replace('/', '.')));
    } catch (RuntimeException | LinkageError e) {
      failures.note(name.replace('/', '.'), e);
    }
    try {
      return weave(name, classFile, Map.of());
    } catch (RuntimeException | LinkageError e) { // the failure has been noted
      return null;
    }
  }

  private byte @Nullable [] weave(String name, byte[] classFile, Map<String, Call> calls) {
    Map<String, PortNatives.Form> called = kind.hasPort() ? natives().of(name) : Map.of();
    if (calls.isEmpty() && called.isEmpty() && kind.hasNatives()) {
      return null;
    }
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Weaving weaving = new Weaving(writer, name, calls, called);
    reader.accept(weaving, 0);
    Call missing = weaving.missing();
    if (missing != null) {
      failures.noteMissing(missing);
    }
    return writer.toByteArray();
  }

  private PortNatives natives() {
    if (natives == null) {
      natives = Linker.natives();
    }
    return natives;
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

    /** What Legio calls of the class and has not been found in it yet. */
    private final Map<String, PortNatives.Form> called;

    /** By identity: the JVM would make 60 classes to find out a row's hash code. */
    private final Set<Call> found = Collections.newSetFromMap(new IdentityHashMap<>());

    Weaving(
        ClassVisitor next,
        String owner,
        Map<String, Call> calls,
        Map<String, PortNatives.Form> called) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
      this.calls = calls;
      this.called = new HashMap<>(called);
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
      boolean isNative = (access & Opcodes.ACC_NATIVE) != 0;
      Call call = isNative ? calls.get(name + descriptor) : null;
      PortNatives.Form form = isNative ? called.remove(name + descriptor) : null;
      if (call == null && form == null) {
        return left(access, name, descriptor, signature, exceptions);
      }
      Shifted shifted = new Shifted(owner, name, descriptor, access, form);
      MethodVisitor code =
          super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
      code.visitCode();
      if (call == null) {
        shifted.call(code);
        code.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
      } else {
        found.add(call);
        writeBody(code, shifted, call);
      }
      code.visitMaxs(0, 0);
      code.visitEnd();
      return left(shifted.access(), Linker.PREFIX + name, descriptor, signature, exceptions);
    }

    @Override
    public void visitEnd() {
      called.forEach(
          (method, form) -> {
            int descriptor = method.indexOf('(');
            String name = method.substring(0, descriptor);
            Shifted.writeMissing(cv, owner, name, method.substring(descriptor), form);
          });
      super.visitEnd();
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
      kind.writeBody(code, owner, (access & Opcodes.ACC_STATIC) != 0, plainName, descriptor);
      return null;
    }

    private void writeBody(MethodVisitor code, Shifted shifted, Call call) {
      int returning = Type.getReturnType(call.descriptor()).getOpcode(Opcodes.IRETURN);
      if (kills.concerns(call)) {
        WatchedBody watched = new WatchedBody(code, call);
        watched.begin();
        writeUnwatched(code, shifted, call);
        watched.end();
        code.visitInsn(returning);
        watched.passOnFailure();
      } else {
        writeUnwatched(code, shifted, call);
        code.visitInsn(returning);
      }
    }

    private void writeUnwatched(MethodVisitor code, Shifted shifted, Call call) {
      if (call.treatment().isWoven() && call.isBarredFromBlocks()) {
        requireNoBlock(code, call);
      }
      if (call.treatment().isRefused()) {
        checkRefusal(code, shifted, call);
      }
      CallFamily family = call.treatment().family().orElse(null);
      if (family == null) {
        shifted.call(code);
      } else {
        serve(code, shifted, family, call);
        OwnOperations.throwFailure(code, shifted.own(), call);
      }
    }

    private void requireNoBlock(MethodVisitor code, Call call) {
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, NATIVE_ENTRY, "blocks", "()L" + BLOCKS + ";", false);
      code.visitLdcInsn(call.publicName());
      code.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL, BLOCKS, "requireNone", "(Ljava/lang/String;)V", false);
    }

    private void checkRefusal(MethodVisitor code, Shifted shifted, Call call) {
      boolean isCollective = call.parameters().indexOf("COMM") == 0;
      code.visitMethodInsn(
          Opcodes.INVOKESTATIC, NATIVE_ENTRY, "refusals", "()L" + REFUSALS + ";", false);
      if (isCollective) {
        code.visitVarInsn(Opcodes.LLOAD, shifted.localOf(0));
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

    private void serve(MethodVisitor code, Shifted shifted, CallFamily family, Call call) {
      int subject = family.subject(call);
      if (subject < 0) {
        serveOurs(code, shifted, family, call);
        return;
      }
      Type returned = Type.getReturnType(call.descriptor());
      TwoWays ways = new TwoWays(code, family.subjectType(), returned);
      ways.beginOurs(shifted.localOf(subject), family.finder());
      serveOurs(code, shifted, family, call);
      ways.beginNotOurs();
      shifted.call(code);
      ways.meet();
    }

    private void serveOurs(MethodVisitor code, Shifted shifted, CallFamily family, Call call) {
      int first = shifted.localOf(0);
      if (family.isByHandle()) {
        new ServerEntry(code, first, family, call).serve();
      } else {
        new HandlerEntry(code, first, family, call).serve();
      }
    }
  }
}
