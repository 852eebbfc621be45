package org.legio.ulfm.openmpi;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * The natives that the class behind {@link org.legio.ulfm.ports.Pmpi} calls, as that class itself
 * names them. A woven class of the binding must have each under its new name: {@code static}, so
 * that it can be called without an object, unless it needs the object it is called on.
 */
public final class PortNatives {

  /** How a native is to be called. */
  public enum Form {
    /** Without an object. */
    STATIC,
    /** On an object, whose fields it uses. */
    ON_OBJECT
  }

  /** By the internal name of the class that declares them, then by name and descriptor. */
  private final Map<String, Map<String, Form>> ofOwners = new HashMap<>();

  private PortNatives() {}

  /**
   * Reads the natives out of a class file.
   *
   * @param port the class file made by {@link Linker}
   */
  static PortNatives calledBy(byte[] port) {
    PortNatives natives = new PortNatives();
    MethodVisitor calls =
        new MethodVisitor(Opcodes.ASM9) {
          @Override
          public void visitMethodInsn(
              int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.startsWith(Linker.PREFIX)) {
              natives
                  .ofOwners
                  .computeIfAbsent(owner, key -> new HashMap<>())
                  .put(
                      name.substring(Linker.PREFIX.length()) + descriptor,
                      opcode == Opcodes.INVOKESTATIC ? Form.STATIC : Form.ON_OBJECT);
            }
          }
        };
    new ClassReader(port)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return calls;
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return natives;
  }

  /**
   * The natives that one class declares, by their names and descriptors.
   *
   * @param owner its internal name
   */
  public Map<String, Form> of(String owner) {
    return ofOwners.getOrDefault(owner, Map.of());
  }

  /** The internal names of the classes that declare natives which are called. */
  public Set<String> owners() {
    return ofOwners.keySet();
  }
}
