package org.legio.cluster;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.legio.integration.Folders;
import org.legio.integration.Job;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * Three hosts {@code n0}, {@code n1} and {@code n2} on a network of their own, without a connection
 * to others. Jobs are started on {@code n0}.
 */
final class Cluster implements AutoCloseable {
  static final int HOSTS = 3;

  private static final String OWNER = "org.legio.cluster.owner";
  private static final long SHARED_MEMORY = 256L << 20;
  private static final String HERE = "/legio";
  static final String CLASS_PATH =
      HERE + "/programs.jar:" + HERE + "/samples.jar:" + HERE + "/mpi-api.jar";
  private static final String SHARED = "/shared";

  private final DockerClient docker = DockerClientFactory.instance().client();
  private final Path shared;
  private final Network network;
  private final List<GenericContainer<?>> hosts = new ArrayList<>();
  private final Set<Integer> paused = new HashSet<>();

  /** Starts the hosts. */
  Cluster(String image) throws IOException {
    removeLeftOvers();
    shared = Files.createTempDirectory("legio-cluster-");
    network =
        Network.builder()
            .createNetworkCmdModifier(c -> c.withInternal(true).withLabels(labels()))
            .build();
    for (int host = 0; host < HOSTS; host++) {
      hosts.add(host(image, "n" + host));
    }
    try {
      hosts.forEach(GenericContainer::start);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private GenericContainer<?> host(String image, String name) {
    return new GenericContainer<>(DockerImageName.parse(image))
        .withNetwork(network)
        .withNetworkAliases(name)
        .withLabels(labels())
        .withCreateContainerCmdModifier(
            command -> {
              HostConfig config = command.getHostConfig();
              config
                  .withInit(true)
                  .withShmSize(SHARED_MEMORY)
                  .withCapAdd(Capability.NET_ADMIN) // to cut its network
                  .withBinds(binds());
              command.withHostName(name).withHostConfig(config);
            })
        .waitingFor(Wait.forLogMessage(".*Server listening.*", 1));
  }

  private List<Bind> binds() {
    return List.of(
        Bind.parse(path("legio.it.programs") + ":" + HERE + "/programs.jar:ro"),
        Bind.parse(path("legio.it.samples") + ":" + HERE + "/samples.jar:ro"),
        Bind.parse(path("legio.it.mpi-api") + ":" + HERE + "/mpi-api.jar:ro"),
        Bind.parse(shared + ":" + SHARED));
  }

  private static Path path(String property) {
    return Path.of(System.getProperty(property)).toAbsolutePath().normalize();
  }

  private static Map<String, String> labels() {
    return Map.of(OWNER, Long.toString(ProcessHandle.current().pid()));
  }

  /** Removes the hosts and networks of JVMs that have not lived to do so. */
  private void removeLeftOvers() {
    Set<String> label = Set.of(OWNER);
    for (Container container :
        docker.listContainersCmd().withShowAll(true).withLabelFilter(label).exec()) {
      if (isLeftOver(container.getLabels())) {
        docker.removeContainerCmd(container.getId()).withForce(true).exec();
      }
    }
    for (com.github.dockerjava.api.model.Network left :
        docker.listNetworksCmd().withFilter("label", label).exec()) {
      if (isLeftOver(left.getLabels())) {
        docker.removeNetworkCmd(left.getId()).exec();
      }
    }
  }

  private static boolean isLeftOver(Map<String, String> labels) {
    return ProcessHandle.of(Long.parseLong(labels.get(OWNER))).isEmpty();
  }

  /** Starts a job with as many slots on each host. */
  HostedJob start(Job job, int slots) {
    List<String> names = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      names.add("n" + host + ":" + slots);
    }
    List<String> command = new ArrayList<>(List.of("legio"));
    command.addAll(
        job.hosts(names)
            .on(HOSTS * slots)
            // More ranks than cores share this machine: who waits must let the others run.
            .mpirun("--mca", "mpi_yield_when_idle", "1", "--mca", "btl_tcp_if_include", "eth0")
            .command(CLASS_PATH));
    return new HostedJob(this, command, job.deadline());
  }

  /** A file's path as all hosts see it. */
  static String onEveryHost(String name) {
    return SHARED + "/" + name;
  }

  /** Makes a file that all hosts see, also those whose network is cut. */
  void create(String name) throws IOException {
    Files.createFile(shared.resolve(name));
  }

  /** Writes a file on the first host. */
  void write(String text, String file) {
    hosts.get(0).copyFileToContainer(Transferable.of(text), file);
  }

  /** Stops a host's clock: nothing in it runs, its connections stay. */
  void pause(int host) {
    docker.pauseContainerCmd(id(host)).exec();
    paused.add(host);
  }

  /** Lets a paused host run again. */
  void resume(int host) {
    docker.unpauseContainerCmd(id(host)).exec();
    paused.remove(host);
  }

  /** Ends a host, as a power cut does. */
  void kill(int host) {
    docker.killContainerCmd(id(host)).exec();
    paused.remove(host);
  }

  /** Pulls a host's network cable. */
  void cut(int host) throws IOException, InterruptedException {
    link(host, "down");
  }

  /** Puts it back. */
  void mend(int host) throws IOException, InterruptedException {
    link(host, "up");
  }

  private void link(int host, String state) throws IOException, InterruptedException {
    var result = hosts.get(host).execInContainer("ip", "link", "set", "eth0", state);
    if (result.getExitCode() != 0) {
      throw new IllegalStateException("n" + host + ": " + result.getStderr());
    }
  }

  DockerClient docker() {
    return docker;
  }

  String id(int host) {
    return hosts.get(host).getContainerId();
  }

  /** Takes Open MPI from the hosts. */
  void removeMpi() throws IOException, InterruptedException {
    onHostsThatRun("sh", "-c", "rm -rf /usr/bin/mpirun /usr/bin/prte* /usr/lib/*/*mpi*");
  }

  /** Asks every JVM on the hosts that run for its stacks, which they print. */
  void askForStacks() throws IOException, InterruptedException {
    onHostsThatRun("pkill", "-QUIT", "-x", "java");
  }

  /** The processes of the hosts that run, one a line, and what their threads wait for. */
  String processes() throws IOException, InterruptedException {
    return onHostsThatRun("ps", "-eo", "pid,stat,time,args")
        + onHostsThatRun("ps", "-eLo", "pid,tid,stat,time,wchan:32,comm");
  }

  private String onHostsThatRun(String... command) throws IOException, InterruptedException {
    StringBuilder said = new StringBuilder();
    for (int host = 0; host < HOSTS; host++) {
      if (!paused.contains(host) && hosts.get(host).isRunning()) {
        said.append("n" + host + ":\n" + hosts.get(host).execInContainer(command).getStdout());
      }
    }
    return said.toString();
  }

  /** Ends and removes the hosts with all that runs on them, and their network. */
  @Override
  public void close() throws IOException {
    List.copyOf(paused).forEach(this::resume);
    hosts.forEach(GenericContainer::stop);
    network.close();
    Folders.delete(shared);
  }
}
