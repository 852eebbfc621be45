package org.legio.bench.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file with the samples of a suite, as CSV. Samples are written at once, so they are kept
 * however the suite ends.
 */
public final class SampleFile {
  private final Path path;

  private SampleFile(Path path) {
    this.path = path;
  }

  /**
   * Begins a new file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one already
   */
  public static SampleFile begin(Path path) throws IOException {
    Files.writeString(path, Sample.HEADER + "\n", StandardOpenOption.CREATE_NEW);
    return new SampleFile(path);
  }

  /** Adds samples. */
  public void add(List<Sample> samples) {
    try {
      Files.write(path, samples.stream().map(Sample::line).toList(), StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("samples cannot be written to " + path, e);
    }
  }

  /** All samples in a file. */
  public static List<Sample> read(Path path) throws IOException {
    return Files.readAllLines(path).stream().skip(1).map(Sample::parse).toList();
  }
}
