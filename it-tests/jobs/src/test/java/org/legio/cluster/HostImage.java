package org.legio.cluster;

import static java.util.concurrent.TimeUnit.MINUTES;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PruneType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.legio.integration.DebianRoot;
import org.legio.integration.Folders;
import org.testcontainers.DockerClientFactory;

/**
 * The image of a host: what {@code dist/cluster/Containerfile} makes of this build's Legio, and on
 * it what only tests need. Docker knows which of its steps have been taken before, so only the
 * first time is long.
 *
 * @param suite the Debian release of the image
 * @param layers what makes one image of the other, each a {@code NAME.Dockerfile} beside this class
 */
record HostImage(String suite, List<String> layers) {
  /** Debian's Open MPI 5. */
  static final HostImage OPEN_MPI_5 = new HostImage("trixie", List.of("host"));

  /** The same with Debian's Slurm. */
  static final HostImage SLURM = new HostImage("trixie", List.of("host", "slurm"));

  /** Debian's Open MPI 6. */
  static final HostImage OPEN_MPI_6 = new HostImage("forky", List.of("host"));

  /** The same without its Java binding. */
  static final HostImage OPEN_MPI_6_WITHOUT_JAVA =
      new HostImage("forky", List.of("host", "without-java"));

  private static final String RECIPE = "Dockerfile";
  private static final String ROOT = "root.tar";
  private static final String BASE_RECIPE = "FROM scratch\nADD " + ROOT + " /\n";
  private static final Map<String, String> LABEL = Map.of("org.legio.cluster.image", "");

  /** For the tests' own commands in a host. */
  private static final String PACKAGES = "iproute2 procps";

  private static final int MINUTES_TO_MAKE = 10;

  /** Makes it. Returns its name. */
  String make() throws IOException, InterruptedException {
    DockerClient docker = DockerClientFactory.instance().client();
    Path folder = Files.createTempDirectory("legio-image-");
    try {
      String name = "legio:" + suite;
      build(docker, archive(folder.resolve("legio")), base(docker, folder), name);
      for (String layer : layers) {
        String below = name;
        name = "legio-" + layer + ":" + suite;
        build(docker, context(folder.resolve(layer), layer), below, name);
      }
      removeFormer(docker);
      return name;
    } finally {
      Folders.delete(folder);
    }
  }

  private static Path context(Path folder, String layer) throws IOException {
    try (InputStream recipe = HostImage.class.getResourceAsStream(layer + "." + RECIPE)) {
      Files.copy(recipe, Files.createDirectory(folder).resolve(RECIPE));
    }
    return folder;
  }

  /** What the Containerfile needs of the unpacked archive. */
  private static Path archive(Path folder) throws IOException {
    Path sources = Path.of("..", "..").toAbsolutePath().normalize();
    Files.createDirectories(folder.resolve("bin"));
    Files.createDirectories(folder.resolve("lib"));
    Files.copy(sources.resolve("bin/legio"), folder.resolve("bin/legio"));
    Files.copy(sources.resolve("dist/cluster/Containerfile"), folder.resolve(RECIPE));
    try (Stream<Path> jars = Files.list(sources.resolve("dist/target"))) {
      for (Path jar : jars.filter(HostImage::isHandedOut).toList()) {
        Files.copy(jar, folder.resolve("lib").resolve(jar.getFileName()));
      }
    }
    return folder;
  }

  private static boolean isHandedOut(Path file) {
    return file.getFileName().toString().matches("legio.*\\.jar");
  }

  private static boolean exists(DockerClient docker, String name) {
    try {
      docker.inspectImageCmd(name).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** The image to begin with: one to be pulled if that is asked for, else one made here. */
  private String base(DockerClient docker, Path folder) throws IOException, InterruptedException {
    String pulled = System.getProperty("legio.it.cluster.base", "");
    if (!pulled.isEmpty()) {
      return pulled;
    }
    String name = "legio-debian:" + suite;
    if (!exists(docker, name)) {
      Path context = Files.createDirectory(folder.resolve("base"));
      new DebianRoot(suite, List.of(), List.of()).make(context.resolve(ROOT));
      Files.writeString(context.resolve(RECIPE), BASE_RECIPE);
      build(docker, context, "", name);
    }
    return name;
  }

  private static void build(DockerClient docker, Path context, String base, String name) {
    docker
        .buildImageCmd(context.toFile())
        .withNetworkMode("host") // apt's archives are reached as from this machine
        .withBuildArg("BASE", base)
        .withBuildArg("PACKAGES", PACKAGES)
        .withLabels(LABEL)
        .withTags(Set.of(name))
        .exec(new BuildImageResultCallback())
        .awaitImageId(MINUTES_TO_MAKE, MINUTES);
  }

  /** Those of earlier builds of Legio have lost their names. */
  private static void removeFormer(DockerClient docker) {
    docker
        .pruneCmd(PruneType.IMAGES)
        .withDangling(true)
        .withLabelFilter(LABEL.keySet().toArray(String[]::new))
        .exec();
  }
}
