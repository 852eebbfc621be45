package org.legio.figures;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Measures Java sources. The compiler parses them, but does not compile them. */
final class SourceFiles {

  /**
   * A method or constructor.
   *
   * @param lines from its first line to its last one, without what is said above it
   */
  record Method(String owner, String name, int lines, int parameters) {}

  /** A file with its number of lines. */
  record Source(Path file, int lines) {}

  private final List<Source> sources = new ArrayList<>();
  private final List<Method> methods = new ArrayList<>();

  private SourceFiles() {}

  /** Reads all sources below some folders. */
  static SourceFiles below(List<Path> folders) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path folder : folders) {
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(file -> file.toString().endsWith(".java")).sorted().forEach(files::add);
      }
    }
    SourceFiles read = new SourceFiles();
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        read.sources.add(new Source(file, (int) lines.count()));
      }
    }
    read.parse(files);
    return read;
  }

  private void parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        unit.accept(new Scanner(unit, positions), "");
      }
    }
  }

  /** Finds the methods of a file. */
  private final class Scanner extends TreeScanner<@Nullable Void, String> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Scanner(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, String owner) {
      return super.visitClass(type, type.getSimpleName().toString());
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, String owner) {
      LineMap lines = unit.getLineMap();
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      methods.add(
          new Method(
              owner,
              method.getName().toString(),
              (int) (last - first) + 1,
              method.getParameters().size()));
      return super.visitMethod(method, owner);
    }
  }

  /** How many lines they have together. */
  int lines() {
    return sources.stream().mapToInt(Source::lines).sum();
  }

  /** The longest files, the longest first. */
  List<Source> longest(int count) {
    return sources.stream()
        .sorted((one, other) -> other.lines() - one.lines())
        .limit(count)
        .toList();
  }

  List<Method> methods() {
    return methods;
  }
}
