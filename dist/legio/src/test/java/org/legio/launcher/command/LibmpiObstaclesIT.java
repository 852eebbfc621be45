package org.legio.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JVM says, in one line, whose natives are to call a library that it cannot use. */
class LibmpiObstaclesIT {
  private static final String JAR = System.getProperty("legio.jar");
  private static final byte[] HEAD_OF_32_BITS = {0x7f, 'E', 'L', 'F', 1};
  private static final int FAILURE = 1;

  @TempDir Path folder;

  @BeforeAll
  static void requireAMachineWithoutOpenMpi() throws IOException {
    String arch = System.getProperty("os.arch").replace("amd64", "x86_64");
    assumeFalse(
        Files.exists(Path.of("/usr/lib/" + arch + "-linux-gnu/libmpi.so.40")),
        "the system's library would be found");
  }

  private String said(String arguments) throws IOException, InterruptedException {
    return saidBy("libmpi", "-javaagent:" + JAR + arguments, "-jar", JAR, "--version");
  }

  private String saidBy(String binding, String... arguments)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder jvm =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    jvm.environment().put("LEGIO_BINDING", binding);
    jvm.environment().put("LD_LIBRARY_PATH", folder.toString());
    jvm.environment().remove("LEGIO_MPI");
    Process process = jvm.start();
    try {
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).isEqualTo(FAILURE);
    return Files.readString(output).strip();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "=plain"})
  void namesWhereItHasLooked(String arguments) throws Exception {
    assertThat(said(arguments))
        .hasLineCount(1)
        .startsWith("legio: libmpi.so.40 cannot be loaded: there is none in LD_LIBRARY_PATH (\"")
        .contains(folder.toString())
        .endsWith(
            "install Open MPI 5 or later, and put the folder of its libmpi.so.40 on"
                + " LD_LIBRARY_PATH");
  }

  @Test
  void namesWhatTheStandardsAbiNeeds() throws Exception {
    assertThat(saidBy("libmpi_abi", "-javaagent:" + JAR + "=plain", "-jar", JAR, "--version"))
        .hasLineCount(1)
        .startsWith("legio: libmpi_abi.so.1 cannot be loaded: there is none in LD_LIBRARY_PATH (")
        .contains("install MPICH 5 or Open MPI 6 with the standard's ABI");
  }

  /** Any library of the JDK will do. */
  @Test
  void namesALibraryThatIsNoMpi() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
    Files.copy(library, folder.resolve("libmpi.so.40"));
    assertThat(said("=plain"))
        .hasLineCount(1)
        .contains(
            "libmpi.so.40 is not Open MPI's but \"a library without MPI_Get_library_version\"");
  }

  /** The error is the program's to catch, and its message is the line. */
  @Test
  void tellsAProgramWithoutTheAgent() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Plain.java"),
            "class Plain { public static void main(String[] args) throws Exception {"
                + " mpi.MPI.Init(args); } }");
    assertThat(saidBy("libmpi", "-cp", JAR, program.toString()))
        .contains(
            "java.lang.UnsatisfiedLinkError: legio: libmpi.so.40 cannot be loaded: there is none");
  }

  @Test
  void namesALibraryOf32Bits() throws Exception {
    Path library = Files.write(folder.resolve("libmpi.so.40"), HEAD_OF_32_BITS);
    assertThat(said("")).hasLineCount(1).contains(library + " is a 32-bit library");
  }

  @Test
  void namesAFileThatIsNoLibrary() throws Exception {
    Path library = Files.writeString(folder.resolve("libmpi.so.40"), "INPUT(libmpi)");
    assertThat(said("")).hasLineCount(1).contains(library + " is no shared library");
  }

  @Test
  void namesAnotherMpi() throws Exception {
    byte[] head = HEAD_OF_32_BITS.clone();
    head[head.length - 1] = 2;
    Path library = Files.write(folder.resolve("libmpich.so.12"), head);
    assertThat(said("")).hasLineCount(1).contains(library + " is another MPI's library");
  }
}
