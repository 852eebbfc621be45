package org.legio.bench.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFileTest {
  private static final Sample ONE =
      new Sample(
          "sizes", "without agent", "send+recv", 2, 4, 0, new Sample.Measured(0.25, "us", 1.0));
  private static final Sample OTHER =
      new Sample(
          "repair", "flat", "master: total", 8, 0, 3, new Sample.Measured(1234567.5, "ms", 3.25));

  @TempDir private Path folder;

  @Test
  void samplesComeBackAsTheyWent() throws IOException {
    Path path = folder.resolve("samples.csv");
    SampleFile file = SampleFile.begin(path);
    file.add(List.of(ONE));
    file.add(List.of(OTHER));
    assertThat(SampleFile.read(path)).containsExactly(ONE, OTHER);
    assertThat(Files.readAllLines(path))
        .first()
        .isEqualTo("part,configuration,operation,ranks,bytes,round,value,unit,noise");
  }

  @Test
  void theSamplesOfAnotherSuiteAreNotTouched() throws IOException {
    Path path = folder.resolve("samples.csv");
    SampleFile.begin(path).add(List.of(ONE));
    assertThatThrownBy(() -> SampleFile.begin(path)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(SampleFile.read(path)).containsExactly(ONE);
  }

  @Test
  void whatWouldBreakALineIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new Sample("sizes", "a,b", "bcast", 2, 4, 0, new Sample.Measured(1, "us", 1.0)))
        .withMessageContaining("\"a,b\"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sample.parse("sizes,flat,bcast"))
        .withMessageContaining("3 fields, not 9");
  }
}
