package org.legio.runtime.shm;

import java.nio.file.Path;
import org.legio.runtime.lanes.SegmentName;

/**
 * What a job keeps so that its processes can be restarted.
 *
 * @param restarts how often each process may be restarted
 * @param bytes how much is kept for that; 0 where nothing is restarted
 * @param folder where the job's memory is: one that is memory, or one on a disk
 */
public record Keeping(int restarts, int bytes, Path folder) {
  /** Nothing is kept. */
  public static final Keeping NOTHING = new Keeping(0, 0, SegmentName.SHARED_MEMORY_FOLDER);
}
