package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.legio.ulfm.ports.Job;
import org.legio.ulfm.ports.Stages;

@Timeout(120)
class ProcessEndTest {
  @TempDir Path folder;

  /** A JVM whose end is hooked, and then its classes are retransformed as by another agent. */
  static final class Retransformed {
    private Retransformed() {}

    public static void premain(String arguments, Instrumentation instrumentation)
        throws ReflectiveOperationException, UnmodifiableClassException {
      Job none =
          (Job)
              Proxy.newProxyInstance(
                  ProcessEndTest.class.getClassLoader(),
                  new Class<?>[] {Job.class},
                  (proxy, method, values) -> null);
      ProcessEnd end = new ProcessEnd(none, Stages.SEEN_BY_THE_RUNTIME);
      end.atQuietEnd(() -> System.out.println("hooked"));
      end.install(instrumentation);
      instrumentation.retransformClasses(Class.forName("java.lang.Shutdown"), Thread.class);
    }

    public static void main(String[] arguments) {
      Runtime.getRuntime().exit(0);
    }
  }

  private Path agent() throws Exception {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", Retransformed.class.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve("agent.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }
    return jar;
  }

  @Test
  void hooksStayWhenAnotherAgentRetransformsTheirClasses() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agent(),
                "-cp",
                System.getProperty("java.class.path"),
                Retransformed.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(told).contains("hooked");
    } finally {
      process.destroyForcibly();
    }
  }
}
