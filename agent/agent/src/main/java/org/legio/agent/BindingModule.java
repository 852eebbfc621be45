package org.legio.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the binding's package to Legio where the program has it in a module that opens it to
 * nobody: the binding's natives are private.
 */
final class BindingModule implements ClassFileTransformer {
  private static final String PACKAGE = "mpi";
  private static final Module OURS = BindingModule.class.getModule();

  private final Instrumentation instrumentation;

  private BindingModule(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Will open it when its first class is loaded. */
  static void openBy(Instrumentation instrumentation) {
    instrumentation.addTransformer(new BindingModule(instrumentation));
  }

  @Override
  public byte @Nullable [] transform(
      Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (name != null && name.startsWith(PACKAGE + "/") && !module.isOpen(PACKAGE, OURS)) {
      instrumentation.redefineModule(
          module, Set.of(), Map.of(), Map.of(PACKAGE, Set.of(OURS)), Set.of(), Map.of());
    }
    return null;
  }
}
