package org.legio.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.legio.agent.TestedClass;

class RecordMethodsTest {
  private static final String TEXT = "text";
  private static final int[] ARRAY = {1};

  /** A record with a component of each kind. */
  public record All(
      boolean z,
      byte b,
      char c,
      short s,
      int i,
      long j,
      Float boxed,
      float f,
      double d,
      String text,
      Object any) {}

  /** A record without components. */
  public record None() {}

  /** A record with a method of its own. */
  public record Partly(int left, int right) {
    @Override
    public String toString() {
      return Integer.toString(left);
    }
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of(all(1, 2L, 0.5f, 0.0, TEXT), all(1, 2L, 0.5f, 0.0, TEXT)),
        Arguments.of(all(1, 2L, 0.5f, 0.0, TEXT), all(3, 2L, 0.5f, 0.0, TEXT)),
        Arguments.of(all(1, 2L, 0.5f, 0.0, TEXT), all(1, 1L << 33, 0.5f, 0.0, TEXT)),
        Arguments.of(all(1, 2L, 0.5f, 0.0, TEXT), all(1, 2L, 0.5f, -0.0, TEXT)),
        Arguments.of(all(1, 2L, Float.NaN, 0.0, TEXT), all(1, 2L, Float.NaN, 0.0, TEXT)),
        Arguments.of(all(1, 2L, 0.5f, 0.0, null), all(1, 2L, 0.5f, 0.0, null)),
        Arguments.of(all(1, 2L, 0.5f, 0.0, null), all(1, 2L, 0.5f, 0.0, TEXT)),
        Arguments.of(new None(), new None()),
        Arguments.of(new Partly(1, 2), new Partly(1, 3)),
        Arguments.of(new Partly(1, 2), new Partly(1, 2)));
  }

  private static All all(int i, long j, float f, double d, String text) {
    return new All(true, (byte) -1, 'x', (short) -2, i, j, 1.5f, f, d, text, ARRAY);
  }

  @ParameterizedTest
  @MethodSource("values")
  void doWhatTheJvmWouldMake(Record left, Record right) throws Exception {
    Object writtenLeft = written(left);
    Object writtenRight = writtenBeside(writtenLeft, right);

    assertThat(writtenLeft.equals(writtenRight)).isEqualTo(left.equals(right));
    assertThat(writtenLeft.hashCode() == writtenRight.hashCode())
        .isEqualTo(left.hashCode() == right.hashCode());
    assertThat(writtenLeft.toString()).isEqualTo(left.toString());
    assertThat(writtenLeft.equals(TEXT)).isFalse();
  }

  @Test
  void leaveNothingToTheJvm() throws IOException {
    for (Class<?> each : List.of(All.class, None.class, Partly.class)) {
      assertThat(leftToTheJvm(file(each))).as("before").isNotZero();
      assertThat(leftToTheJvm(RecordMethods.written(file(each)))).as("after").isZero();
    }
  }

  private static int leftToTheJvm(byte[] classFile) {
    AtomicInteger left = new AtomicInteger();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitInvokeDynamicInsn(
                      String method, String descriptor, Handle handle, Object... arguments) {
                    left.incrementAndGet();
                  }
                };
              }
            },
            0);
    return left.get();
  }

  @Test
  void leaveOtherClassesAsTheyAre() throws IOException {
    byte[] other = file(RecordMethodsTest.class);

    assertThat(RecordMethods.written(other)).isSameAs(other);
  }

  private static Object written(Record value) throws Exception {
    byte[] file = RecordMethods.written(file(value.getClass()));
    Class<?> made =
        new ClassLoader(RecordMethodsTest.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(value.getClass().getName(), file, 0, file.length);
          }
        }.define();
    return copy(made, value);
  }

  private static Object writtenBeside(Object written, Record value) throws Exception {
    return copy(written.getClass(), value);
  }

  private static Object copy(Class<?> type, Record value) throws Exception {
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    Object[] components = new Object[constructor.getParameterCount()];
    for (int i = 0; i < components.length; i++) {
      components[i] = value.getClass().getRecordComponents()[i].getAccessor().invoke(value);
    }
    return constructor.newInstance(components);
  }

  private static byte[] file(Class<?> type) throws IOException {
    return TestedClass.file(type.getName().replace('.', '/'));
  }
}
