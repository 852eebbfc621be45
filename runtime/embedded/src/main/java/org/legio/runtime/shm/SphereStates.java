package org.legio.runtime.shm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import org.legio.runtime.lanes.Words;
import org.legio.ulfm.ports.Survival;
import org.legio.ulfm.ports.Survival.Sphere;

/** Reads from a job's memory how its spheres are. */
final class SphereStates {
  private final JobMemory job;
  private final ByteBuffer memory;
  private final Spheres spheres;
  private final SphereShape shape;
  private long kept;
  private double fullness;

  SphereStates(JobMemory job) {
    this.job = job;
    this.memory = job.bytes();
    this.spheres = job.shape().spheres();
    this.shape = job.shape().ofSpheres();
  }

  Survival read() {
    List<Sphere> states = IntStream.range(0, spheres.ranks()).mapToObj(this::sphere).toList();
    for (int rank = 0; rank < spheres.ranks(); rank++) {
      add(Words.getAcquire(memory, shape.ballot(rank)), shape.ballotDataBytes());
      for (int to = 0; to < spheres.ranks(); to++) {
        add(Words.getAcquire(memory, shape.stream(rank, to)), shape.streamDataBytes());
      }
    }
    return new Survival(states, kept, fullness);
  }

  private void add(long bytes, long room) {
    kept += bytes;
    fullness = Math.max(fullness, Math.min(1, (double) bytes / room));
  }

  private Sphere sphere(int rank) {
    int lost = 0;
    int restarts = 0;
    long catchUp = 0;
    long fastest = 0;
    long slowest = Long.MAX_VALUE;
    for (int replica = 0; replica < spheres.size(rank); replica++) {
      int process = spheres.first(rank) + replica;
      long followed = job.followed(process);
      fastest = Math.max(fastest, followed);
      restarts += job.restarted(process);
      catchUp += Words.getVolatile(memory, job.shape().catchUp(process));
      if (job.hasFailed(process)) {
        lost++;
      } else {
        slowest = Math.min(slowest, followed);
      }
    }
    add(fastest * Long.BYTES, (long) shape.decisions() * Long.BYTES);
    return new Sphere(spheres.size(rank), lost, restarts, catchUp, Math.max(0, fastest - slowest));
  }
}
