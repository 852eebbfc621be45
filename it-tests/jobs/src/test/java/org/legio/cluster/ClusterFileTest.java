package org.legio.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import java.beans.Introspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.legio.integration.Commands;
import org.legio.observability.mbeans.ResilienceMXBean;

/** The files for clusters are what those who read them take. */
@Timeout(60)
class ClusterFileTest {

  @Test
  void theJobIsAsKubernetesSaysOne() throws IOException {
    V1Job.validateJsonElement(ClusterFile.yaml("kubernetes/job.yaml"));
  }

  @Test
  void aNameThatKubernetesDoesNotKnowIsFound() throws IOException {
    JsonObject job = ClusterFile.yaml("kubernetes/job.yaml");
    ClusterFile.at(job, "spec", "template", "spec").getAsJsonObject().addProperty("speed", 1);
    assertThatThrownBy(() -> V1Job.validateJsonElement(job)).hasMessageContaining("speed");
  }

  @Test
  void theMpiJobHasTheOperatorsNames() throws IOException {
    JsonObject job = ClusterFile.yaml("kubernetes/mpijob.yaml");
    assertThat(job.keySet()).isEqualTo(Set.of("apiVersion", "kind", "metadata", "spec"));
    JsonObject spec = job.getAsJsonObject("spec");
    assertThat(spec.keySet())
        .isSubsetOf(
            "slotsPerWorker",
            "runPolicy",
            "mpiReplicaSpecs",
            "sshAuthMountPath",
            "launcherCreationPolicy",
            "mpiImplementation");
    assertThat(spec.getAsJsonObject("runPolicy").keySet())
        .isSubsetOf("cleanPodPolicy", "ttlSecondsAfterFinished", "backoffLimit");
    JsonObject replicas = spec.getAsJsonObject("mpiReplicaSpecs");
    assertThat(replicas.keySet()).isEqualTo(Set.of("Launcher", "Worker"));
    for (String kind : replicas.keySet()) {
      JsonObject each = replicas.getAsJsonObject(kind);
      assertThat(each.keySet()).isEqualTo(Set.of("replicas", "restartPolicy", "template"));
      V1PodTemplateSpec.validateJsonElement(each.get("template"));
    }
  }

  @Test
  void theWorkersHaveRoomForTheRanks() throws IOException {
    JsonObject job = ClusterFile.yaml("kubernetes/mpijob.yaml");
    int slots = ClusterFile.at(job, "spec", "slotsPerWorker").getAsInt();
    int workers = ClusterFile.at(job, "spec", "mpiReplicaSpecs", "Worker", "replicas").getAsInt();
    JsonObject launcher =
        ClusterFile.at(job, "spec", "mpiReplicaSpecs", "Launcher", "template").getAsJsonObject();
    List<String> command = ClusterFile.run(launcher, List.of(), List.of());
    assertThat(command.get(command.indexOf("-n") + 1)).isEqualTo("" + slots * workers);
  }

  /** Numbers only: lists and tables have no place in such metrics. */
  @Test
  void allNumbersOfTheMBeanHaveRules() throws Exception {
    JsonElement rule = ClusterFile.yaml("otel-jmx-rules.yaml").getAsJsonArray("rules").get(0);
    Set<String> mapped = rule.getAsJsonObject().getAsJsonObject("mapping").keySet();
    assertThat(
            Arrays.stream(Introspector.getBeanInfo(ResilienceMXBean.class).getPropertyDescriptors())
                .filter(attribute -> attribute.getPropertyType().isPrimitive())
                .map(attribute -> attribute.getReadMethod().getName().substring("get".length())))
        .containsExactlyInAnyOrderElementsOf(mapped);
  }

  @ParameterizedTest
  @CsvSource({
    "bash -n, legio.sbatch",
    "shellcheck, legio.sbatch",
    "bash -n, thesis.sbatch",
    "shellcheck, thesis.sbatch",
  })
  void theBatchFilesAreRight(String checker, String file) throws Exception {
    said(checker.split(" ")[0], checker + " " + ClusterFile.FOLDER.resolve(file));
  }

  /** The only place of the version is its name. */
  @Test
  void theModulefileIsOfThisVersion() throws IOException {
    try (Stream<Path> files = Files.list(ClusterFile.FOLDER.resolve("modulefile/legio"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("rename the modulefile with each version")
          .containsExactly(System.getProperty("legio.version").replace("-SNAPSHOT", ""));
    }
  }

  @Test
  void theModulefileFindsLegioByItsOwnPlace(@TempDir Path home) throws Exception {
    Path modules = home.resolve("cluster/modulefile");
    Files.createDirectories(modules.resolve("legio"));
    Files.writeString(modules.resolve("legio/7.8"), ClusterFile.modulefile());
    String environment = "env -i MODULEPATH=" + modules + " PATH=/usr/bin:/bin ";
    assertThat(said("modulecmd", environment + "modulecmd sh load legio"))
        .contains(
            "LEGIO_HOME=" + home + ";",
            "PATH=" + home + "/bin:/usr/bin:/bin;",
            "MANPATH=" + home + "/share/man",
            "LOADEDMODULES=legio/7.8;");
  }

  /** What a line with a program says, if that is installed. */
  private static String said(String program, String line) throws IOException, InterruptedException {
    boolean isInstalled =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    if (!isInstalled) {
      System.out.println("[WARNING] not checked, " + program + " is not installed: " + line);
      Assumptions.abort(program + " is not installed");
    }
    Path log = Files.createTempFile("legio-cluster-file-", ".log");
    Process process = Commands.start(List.of(line.split(" ")), log);
    try {
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the end of %s", line).isTrue();
      String said = Files.readString(log);
      assertThat(process.exitValue()).as("%s: %s", line, said).isZero();
      return said;
    } finally {
      process.destroyForcibly();
      Files.delete(log);
    }
  }
}
