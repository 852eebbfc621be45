package org.legio.cluster;

import static java.util.concurrent.TimeUnit.MINUTES;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.BuildImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.legio.cli.DebianMirror;
import org.legio.it.Commands;
import org.legio.it.Folders;
import org.testcontainers.DockerClientFactory;

/**
 * The image of a host, made by the {@code Dockerfile} beside this class. Docker names an image only
 * when it is complete, so an interrupted build is never used.
 *
 * @param suite the Debian release of the image
 */
record HostImage(String suite) {
  /** Debian's Open MPI 5. */
  static final HostImage OPEN_MPI_5 = new HostImage("trixie");

  /** Debian's Open MPI 6. */
  static final HostImage OPEN_MPI_6 = new HostImage("forky");

  private static final String RECIPE = "Dockerfile";
  private static final String ROOT = "root.tar";
  private static final String BASE_RECIPE = "FROM scratch\nADD " + ROOT + " /\n";
  private static final int MINUTES_TO_MAKE = 10;

  /** Makes it where it is not there yet. Returns its name. */
  String make() throws IOException, InterruptedException {
    DockerClient docker = DockerClientFactory.instance().client();
    byte[] recipe = recipe();
    String name = "legio-host:" + suite + "-" + Integer.toHexString(Arrays.hashCode(recipe));
    if (exists(docker, name)) {
      return name;
    }
    Path folder = Files.createTempDirectory("legio-image-");
    try {
      String base = base(docker, folder);
      build(docker, Files.createDirectory(folder.resolve("host")), recipe, base, name);
    } finally {
      Folders.delete(folder);
    }
    return name;
  }

  private static byte[] recipe() throws IOException {
    try (InputStream stream = HostImage.class.getResourceAsStream(RECIPE)) {
      return stream.readAllBytes();
    }
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
      makeRootFilesystem(context.resolve(ROOT));
      build(docker, context, BASE_RECIPE.getBytes(StandardCharsets.UTF_8), "", name);
    }
    return name;
  }

  private static void build(
      DockerClient docker, Path context, byte[] recipe, String base, String name)
      throws IOException {
    Files.write(context.resolve(RECIPE), recipe);
    docker
        .buildImageCmd(context.toFile())
        .withNetworkMode("host") // apt's archives are reached as from this machine
        .withBuildArg("BASE", base)
        .withTags(Set.of(name))
        .exec(new BuildImageResultCallback())
        .awaitImageId(MINUTES_TO_MAKE, MINUTES);
  }

  /** Makes a bare Debian, a tar file. */
  private void makeRootFilesystem(Path tar) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("mmdebstrap", "--variant=minbase"));
    // A mirror may be a copy whose date has passed.
    command.add("--aptopt=Acquire::Check-Valid-Until \"false\"");
    command.addAll(List.of(suite, tar.toString(), DebianMirror.ofThisMachine().orElseThrow()));
    Commands.run(command, MINUTES_TO_MAKE);
  }
}
