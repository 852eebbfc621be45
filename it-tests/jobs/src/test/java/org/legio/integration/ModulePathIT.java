package org.legio.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs programs that are modules, for which a JVM resolves few modules of the JDK, and runtime
 * images that contain few modules.
 */
@SampledRows(every = 6)
class ModulePathIT {
  private static final Path MPI_API = Path.of(System.getProperty("legio.it.mpi-api"));
  private static final int RANKS = 4;
  private static final String MODULE = "module app { requires mpi; }";
  private static final String PROGRAM =
      """
      package app;

      import mpi.MPI;

      public class Main {
        public static void main(String[] arguments) throws Exception {
          MPI.Init(arguments);
          int[] sum = {0};
          for (int i = 0; i < 4; i++) {
            MPI.COMM_WORLD.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
          }
          System.out.println(Main.class.getModule() + " with " + MPI.class.getModule() + ": " + sum[0]);
          MPI.Finalize();
        }
      }
      """;

  @TempDir Path folder;

  private Path modules;

  @BeforeEach
  void compile() throws IOException {
    modules = Files.createDirectories(folder.resolve("modules"));
    Files.copy(MPI_API, modules.resolve("mpi.jar"));
    Path main = Files.createDirectories(folder.resolve("app/app")).resolve("Main.java");
    Path module = folder.resolve("app/module-info.java");
    Files.writeString(main, PROGRAM);
    Files.writeString(module, MODULE);
    tool("javac", "-p", modules, "-d", modules.resolve("app"), main, module);
  }

  private static void tool(String name, Object... arguments) {
    String[] words = new String[arguments.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = arguments[i].toString();
    }
    int status = ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, words);
    assertThat(status).as("exit status of %s", name).isZero();
  }

  private Job job(String... options) {
    List<String> program = new ArrayList<>(List.of("-p", modules.toString()));
    program.addAll(List.of(options));
    program.addAll(List.of("-m", "app/app.Main"));
    return Job.ofProgram("module", program).on(RANKS);
  }

  private static void survives(Job job, String layout) {
    Outcome outcome = job.layout(layout).injecting("1@allReduce:2").run().succeeded();
    assertThat(outcome.find("module app with module mpi: " + (RANKS - 1)))
        .as("%s", outcome)
        .hasSize(RANKS - 1);
    assertThat(outcome.stderr()).contains("1 of 4 ranks lost");
  }

  /** A command that java's arguments follow, and which gives them to an image of that runtime. */
  private String imageOf(String moduleNames) throws IOException {
    Path image = folder.resolve("image");
    tool("jlink", "--add-modules", moduleNames, "--output", image);
    Path script = folder.resolve("java-of-image");
    Files.writeString(script, "#!/bin/sh\nshift\nexec " + image + "/bin/java \"$@\"\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void aModuleSurvives(String layout) {
    survives(job(), layout);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flat", "hierarchical:2"})
  void aModuleSurvivesInTheSmallestImage(String layout) throws IOException {
    survives(job().mpirun(imageOf("java.instrument")), layout);
  }

  @Test
  void aBindingMayBeAModuleThatOpensNothing() throws IOException {
    Path binding = modules.resolve("mpi.jar");
    Path module = folder.resolve("module-info.java");
    Files.writeString(module, "module mpi { exports mpi; }");
    tool("javac", "--patch-module", "mpi=" + binding, "-d", folder, module);
    tool("jar", "--update", "--file", binding, "-C", folder, "module-info.class");
    survives(job(), "flat");
  }

  @Test
  void runsWithoutTheModuleOfMBeans() throws IOException {
    job().mpirun(imageOf("java.instrument")).run().succeeded();
  }
}
