package org.legio.libmpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mpi.MPI;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.junit.jupiter.api.Test;

class NativeTableTest {
  private static final String ROWS = "natives.txt";

  /** The files of the API's classes, which are in a folder or in a jar. */
  private static List<Path> classes() throws Exception {
    Path place = Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path folder = (Files.isDirectory(place) ? place : rootOf(place)).resolve("mpi");
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  private static Path rootOf(Path jar) throws IOException {
    URI inside = URI.create("jar:" + jar.toUri());
    try {
      return FileSystems.getFileSystem(inside).getPath("/");
    } catch (FileSystemNotFoundException e) { // the first time
      return FileSystems.newFileSystem(inside, Map.of()).getPath("/");
    }
  }

  /** The natives of a class, as in {@code mpi.Comm.send}; given to a consumer of each. */
  private static byte[] replaceNatives(Path file, List<String> found) throws IOException {
    ClassReader reader = OpenedClassReader.of(Files.readAllBytes(file));
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor code =
                super.visitMethod(
                    access & ~Opcodes.ACC_NATIVE, name, descriptor, signature, exceptions);
            if ((access & Opcodes.ACC_NATIVE) == 0) {
              return code;
            }
            found.add(reader.getClassName().replace('/', '.') + "." + name);
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            new BodyWriter(code, reader.getClassName(), isStatic).write(name, descriptor);
            return null;
          }
        },
        0);
    return writer.toByteArray();
  }

  @Test
  void hasARowForEachNativeAndNoOther() throws Exception {
    List<String> natives = new ArrayList<>();
    for (Path file : classes()) {
      replaceNatives(file, natives);
    }
    assertThat(new NativeTable().names()).as(ROWS).containsExactlyInAnyOrderElementsOf(natives);
  }

  @Test
  void makesBodiesThatTheVerifierAccepts() throws Exception {
    ClassLoader loader =
        new ClassLoader(MPI.class.getClassLoader()) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("mpi.")) {
              return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            try {
              return loaded != null ? loaded : define(name);
            } catch (Exception e) {
              throw new ClassNotFoundException(name, e);
            }
          }

          private Class<?> define(String name) throws Exception {
            for (Path file : classes()) {
              if (("mpi." + file.getFileName()).equals(name + ".class")) {
                byte[] made = replaceNatives(file, new ArrayList<>());
                return defineClass(name, made, 0, made.length);
              }
            }
            throw new ClassNotFoundException(name);
          }
        };
    for (Path file : classes()) {
      String name = ("mpi." + file.getFileName()).replace(".class", "");
      // The JVM verifies a class before it tells its methods; it does not initialize it.
      assertThatCode(() -> loader.loadClass(name).getDeclaredMethods())
          .as(name)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void aNativeWithoutARowIsRefusedByName() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "mpi/Later", null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "newCall", "(J)V", null, null);
    new BodyWriter(code, "mpi/Later", true).write("newCall", "(J)V");
    writer.visitEnd();
    Class<?> made =
        new ClassLoader(getClass().getClassLoader()) {
          Class<?> define() {
            byte[] bytes = writer.toByteArray();
            return defineClass("mpi.Later", bytes, 0, bytes.length);
          }
        }.define();
    assertThatThrownBy(() -> made.getMethod("newCall", long.class).invoke(null, 1L))
        .hasRootCauseMessage(
            "mpi.Later.newCall has no counterpart in libmpi; use Open MPI's Java library");
  }
}
