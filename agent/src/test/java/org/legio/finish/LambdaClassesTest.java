package org.legio.finish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LambdaClassesTest {
  private static final List<String> SAMPLES =
      List.of("LambdaSamples", "LambdaSamples$Inner", "LambdaSamples$Named");

  private static Map<String, byte[]> finished() throws IOException {
    LambdaClasses lambdas = new LambdaClasses();
    for (String sample : SAMPLES) {
      try (InputStream in = LambdaClassesTest.class.getResourceAsStream(sample + ".class")) {
        lambdas.add(in.readAllBytes());
      }
    }
    return lambdas.classes();
  }

  @Test
  void doWhatTheLambdasDo() throws Exception {
    Map<String, byte[]> finished = finished();
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = finished.get(name.replace('.', '/'));
            if (file == null) {
              throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
          }
        };
    Object samples =
        loader.loadClass(LambdaSamples.class.getName()).getDeclaredConstructor().newInstance();

    assertThat(((Supplier<?>) samples).get()).isEqualTo(new LambdaSamples().get());
  }

  @Test
  void leaveNoLambdaToTheJvm() throws IOException {
    finished()
        .forEach(
            (name, file) ->
                assertThat(new String(file, StandardCharsets.ISO_8859_1))
                    .as(name)
                    .doesNotContain("LambdaMetafactory.metafactory"));
    assertThat(finished().keySet()).contains("org/legio/finish/LambdaSamples$$0");
  }
}
