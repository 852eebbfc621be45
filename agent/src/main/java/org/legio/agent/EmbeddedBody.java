package org.legio.agent;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.BindingLinker;
import org.legio.runtime.engine.Entry;
import org.legio.runtime.engine.EntryWriter;
import org.legio.ulfm.ports.ValueOperation;
import org.legio.ulfm.ports.ValueOperations;

/**
 * Writes the body of a native for the embedded runtime: the call of what the runtime has for it. A
 * native whose calls are values first fills one.
 */
final class EmbeddedBody {
  private static final String START = "init";

  private final MethodVisitor code;
  private final String owner;
  private final boolean isStatic;

  /**
   * Writes into a method.
   *
   * @param owner the internal name of the class that declares it
   */
  EmbeddedBody(MethodVisitor code, String owner, boolean isStatic) {
    this.code = code;
    this.owner = owner;
    this.isStatic = isStatic;
  }

  /** Writes the whole body of a native with this name and descriptor. */
  void write(String name, String descriptor) {
    code.visitCode();
    ValueOperation operation = ValueOperations.find(owner.replace('/', '.'), name);
    if (operation == null) {
      call(name, descriptor);
    } else {
      callWithValue(name, descriptor, operation);
    }
    code.visitMaxs(0, 0);
    code.visitEnd();
  }

  private void call(String name, String descriptor) {
    String binding = owner.replace('/', '.');
    Type[] arguments =
        Type.getArgumentTypes(isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1));
    Entry entry = BindingLinker.find(binding, name, arguments.length, !isStatic);
    if (entry != null) {
      entry.writeCall(code, owner, arguments, 0, Type.getReturnType(descriptor));
    } else if (descriptor.equals("()V") && isStatic && name.startsWith(START)) {
      code.visitInsn(Opcodes.RETURN); // such a native only prepares the binding's library
    } else {
      EntryWriter.writeRefusal(code, binding + "." + name);
    }
  }

  private void callWithValue(String name, String descriptor, ValueOperation operation) {
    int handle = isStatic ? 0 : 1;
    boolean isBlocking = name.equals(operation.call());
    Type returned = Type.getReturnType(descriptor);
    Entry entry = entry(operation, returned);
    if (entry == null) {
      EntryWriter.writeRefusal(code, owner.replace('/', '.') + "." + name);
      return;
    }
    code.visitVarInsn(Opcodes.LLOAD, handle);
    ValueFiller filler = new ValueFiller(code, handle + Type.LONG_TYPE.getSize());
    boolean isReused = operation.kind() == ValueOperations.MESSAGES;
    int value = behindArguments(descriptor);
    if (isReused) {
      filler.reuse(operation);
      code.visitInsn(Opcodes.DUP);
      code.visitVarInsn(Opcodes.ASTORE, value);
    } else {
      filler.make(operation);
    }
    filler.fill(operation, isBlocking);
    entry.writeInvocation(code, returned);
    if (isReused) {
      code.visitVarInsn(Opcodes.ALOAD, value);
      String callType = Type.getInternalName(operation.kind().value());
      code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, callType, "clear", "()V", false);
    }
    code.visitInsn(returned.getOpcode(Opcodes.IRETURN));
  }

  /** The local variable after those of the arguments. */
  private int behindArguments(String descriptor) {
    int withReceiver = Type.getArgumentsAndReturnSizes(descriptor) >> 2;
    return isStatic ? withReceiver - 1 : withReceiver;
  }

  private static @Nullable Entry entry(ValueOperation operation, Type returned) {
    return BindingLinker.find(operation.kind().value(), returned.equals(Type.VOID_TYPE));
  }
}
