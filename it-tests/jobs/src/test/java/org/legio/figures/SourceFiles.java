package org.legio.figures;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
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
   * @param isForeign whether it is a function of a library that is not Java's, or is called by one
   */
  record Method(
      String owner, String type, String name, int lines, int parameters, boolean isForeign) {}

  /** A record. */
  record Components(String name, int count) {}

  /** The interfaces by which JNA calls functions, and is called. */
  private static final Set<String> FOREIGN = Set.of("Library", "Callback");

  private final List<Method> methods = new ArrayList<>();
  private final List<Components> records = new ArrayList<>();

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
        unit.accept(new Scanner(unit, positions), null);
      }
    }
  }

  /** Finds the methods and records of a file. */
  private final class Scanner extends TreeScanner<@Nullable Void, @Nullable ClassTree> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Scanner(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable ClassTree outer) {
      if (type.getKind() == Tree.Kind.RECORD) {
        records.add(new Components(type.getSimpleName().toString(), components(type)));
      }
      return super.visitClass(type, type);
    }

    private static int components(ClassTree type) {
      return (int)
          type.getMembers().stream()
              .filter(VariableTree.class::isInstance)
              .map(VariableTree.class::cast)
              .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
              .count();
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable ClassTree type) {
      ClassTree owner = Objects.requireNonNull(type);
      LineMap lines = unit.getLineMap();
      long first = lines.getLineNumber(positions.getStartPosition(unit, method));
      long last = lines.getLineNumber(positions.getEndPosition(unit, method));
      methods.add(
          new Method(
              owner.getSimpleName().toString(),
              String.valueOf(method.getReturnType()), // of a constructor "null"
              method.getName().toString(),
              (int) (last - first) + 1,
              method.getParameters().size(),
              method.getModifiers().getFlags().contains(Modifier.NATIVE) || isForeign(owner)));
      return super.visitMethod(method, type);
    }

    private static boolean isForeign(ClassTree owner) {
      return owner.getKind() == Tree.Kind.INTERFACE
          && owner.getImplementsClause().stream().map(Tree::toString).anyMatch(FOREIGN::contains);
    }
  }

  List<Method> methods() {
    return methods;
  }

  List<Components> records() {
    return records;
  }
}
