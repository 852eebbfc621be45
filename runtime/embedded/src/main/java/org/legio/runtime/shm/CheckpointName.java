package org.legio.runtime.shm;

/**
 * Names a checkpoint, among all of a job.
 *
 * @param life how often the process had been restarted
 * @param number how many the process had taken before in this life
 */
public record CheckpointName(int process, int life, long number) {
  @Override
  public String toString() {
    return process + "." + life + "." + number;
  }

  /** The name that {@link #toString} has written. */
  public static CheckpointName parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(text + " names no checkpoint");
    }
    return new CheckpointName(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
  }

  /** Whether the process did not take it after another one. */
  public boolean isUpTo(CheckpointName other) {
    return process == other.process
        && (life < other.life || (life == other.life && number <= other.number));
  }
}
