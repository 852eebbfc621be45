package org.legio.runtime.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.legio.runtime.lanes.OwnProcess;
import org.legio.runtime.lanes.SegmentName;
import org.legio.runtime.lanes.SharedMemory;
import org.legio.runtime.lanes.Words;
import org.legio.ulfm.ports.SharedBoards;

/**
 * The memory of boards without a name, so that nothing is left behind if all die while it is made.
 * Its maker tells in the job's memory where it is: as an open file of the maker's.
 */
final class NamelessBoards implements SharedBoards.Whereabouts {
  private final ByteBuffer job;
  private final JobShape shape;
  private final HostMap hosts;

  NamelessBoards(JobMemory job) {
    this.job = job.bytes();
    this.shape = job.shape();
    this.hosts = job.hosts();
  }

  @Override
  public boolean isHere(int rank) {
    return hosts.isHere(rank);
  }

  @Override
  public SharedMemory make(SegmentName name, int members, int bytes) throws IOException {
    SharedMemory made = SharedMemory.createNameless(name, members, bytes);
    boolean isNamed = made.place().equals(name.path());
    long file = isNamed ? 0 : Long.parseLong(String.valueOf(made.place().getFileName()));
    Words.setVolatile(job, shape.makerOfBoards(), isNamed ? 0 : OwnProcess.id());
    Words.setVolatile(job, shape.fileOfBoards(), file);
    return made;
  }

  @Override
  public SharedMemory open(SegmentName name, int members, int bytes) throws IOException {
    long maker = Words.getVolatile(job, shape.makerOfBoards());
    long file = Words.getVolatile(job, shape.fileOfBoards());
    Path place =
        maker == 0
            ? name.path()
            : Path.of("/proc", Long.toString(maker), "fd", Long.toString(file));
    return SharedMemory.open(name, place, members, bytes);
  }
}
