package org.legio.finish;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Turns lambdas and method references into classes. A JVM makes such a class, and the handles that
 * lead to it, when it first comes to the lambda; at the start of a JVM that takes longer than all
 * else that the lambda does. Algorithm: each {@code invokedynamic} of the JDK's lambda factory
 * becomes a call of a static method of a class of its own ({@link LambdaClass}), which is a nest
 * mate of the class that it is in, so that it may call private methods.
 */
final class LambdaClasses {
  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final String PLAIN = "metafactory";

  /** The class files by internal name. */
  private final Map<String, byte[]> classes = new TreeMap<>();

  /** The new members of nests, by the internal names of their hosts. */
  private final Map<String, List<String>> members = new LinkedHashMap<>();

  /** Adds a class. */
  void add(byte[] classFile) {
    ClassReader reader = OpenedClassReader.of(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Replacing(writer), 0);
    classes.put(reader.getClassName(), writer.toByteArray());
  }

  /** All classes, without lambdas, by internal name. */
  Map<String, byte[]> classes() {
    members.forEach((host, added) -> classes.put(host, withMembers(classes.get(host), added)));
    members.clear();
    return classes;
  }

  private static byte[] withMembers(byte @Nullable [] host, List<String> added) {
    ClassReader reader = OpenedClassReader.of(java.util.Objects.requireNonNull(host));
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(writer, 0);
    added.forEach(writer::visitNestMember);
    return writer.toByteArray();
  }

  /** Replaces the lambdas of one class. */
  private final class Replacing extends DynamicCalls {
    private String host = "";
    private int made;

    Replacing(ClassVisitor next) {
      super(next);
    }

    @Override
    public void visitNestHost(String nestHost) {
      host = nestHost;
      super.visitNestHost(nestHost);
    }

    @Override
    @Nullable Target replacement(
        String method, String factory, Handle bootstrap, Object[] arguments) {
      if (!bootstrap.getOwner().equals(FACTORY) || !bootstrap.getName().equals(PLAIN)) {
        return null;
      }
      LambdaClass.Site site =
          new LambdaClass.Site(
              method, factory, (Type) arguments[0], (Handle) arguments[1], (Type) arguments[2]);
      return new Target(lambda(site), LambdaClass.MAKE);
    }

    private String lambda(LambdaClass.Site site) {
      String nest = host.isEmpty() ? owner() : host;
      String name = owner() + "$$" + made++;
      classes.put(name, new LambdaClass(name, nest, site).classFile());
      members.computeIfAbsent(nest, h -> new ArrayList<>()).add(name);
      return name;
    }
  }
}
