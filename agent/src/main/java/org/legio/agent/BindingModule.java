package org.legio.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens the binding's package to Legio if the program has the binding in a named module. The
 * binding's natives are private, and the module opens them to no other.
 */
final class BindingModule implements ClassFileTransformer {
  private static final String PACKAGE = "mpi";
  private static final Module OURS = BindingModule.class.getModule();

  private final Instrumentation instrumentation;

  private BindingModule(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Has it opened when the binding's first class is loaded. */
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
