package org.legio.bench.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.legio.bench.plan.Figure;
import org.legio.bench.samples.Sample;

/**
 * Writes figures to a folder: the samples of each to a file of CSV, its drawing beside it.
 *
 * @param folder the folder
 * @param origin where the samples come from
 */
public record FigureFolder(Path folder, FigureTable.Origin origin) {

  /** Writes the figures that there are samples for; returns the drawings' paths. */
  public List<Path> write(Collection<Figure> figures, List<Sample> samples) {
    List<Path> drawings = new ArrayList<>();
    for (Figure figure : figures) {
      List<Sample> own =
          samples.stream().filter(s -> figure.shows(s.part(), s.operation())).toList();
      if (!own.isEmpty()) {
        drawings.add(write(figure, own));
      }
    }
    return drawings;
  }

  private Path write(Figure figure, List<Sample> own) {
    Path drawing = folder.resolve(figure.file() + ".svg");
    try {
      Files.write(folder.resolve(figure.file() + ".csv"), new FigureTable(origin).lines(own));
      Files.writeString(drawing, FigureDrawing.of(figure, own));
    } catch (IOException e) {
      throw new UncheckedIOException(figure.file() + " cannot be written to " + folder, e);
    }
    return drawing;
  }
}
