package org.legio.finish;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.legio.agent.ClassFiles;
import org.legio.agent.FinishedBinding;
import org.legio.agent.StandaloneBinding;
import org.legio.libmpi.LinkedFunctions;
import org.legio.runtime.engine.EntryWriter;
import org.legio.ulfm.openmpi.Linker;

/**
 * Finishes the agent's jar, so that a JVM of a job starts with three fifths of the processor time.
 * Algorithm: the lambdas of what runs in ranks become classes ({@link LambdaClasses}), and the
 * methods of records are written out ({@link RecordMethods}); JNA logs without {@code
 * java.util.logging} ({@link LibraryLogging}) and reads its own structure without reflection
 * ({@link LibraryStructures}); picocli gets frames ({@link LibraryFrames}); the port to the
 * binding's natives ({@link Linker}), the calls of the embedded runtime ({@link EntryWriter}) and
 * the woven classes of Legio's own API ({@link FinishedBinding}) are added; the API itself comes to
 * work without the agent ({@link StandaloneBinding}), and the calls of libmpi are linked as those
 * of the API's bodies ({@link LinkedFunctions}). What runs in ranks is then written a second time,
 * into a jar beside the first, which names it as its {@code Boot-Class-Path}: the JVM itself loads
 * classes from there and does not verify them. Without that jar the first one does alone what it
 * does. Its name has the checksum of its content, so it is never that of another build.
 *
 * <p>The API is not in the second jar, nor what names its classes: it would hide the program's own
 * {@code mpi.jar}.
 */
public final class JarBuilder {
  private static final String BOOT = "legio-boot-";
  private static final String JAR = ".jar";
  private static final String API = "mpi/";
  private static final String CLASS = ".class";

  /** What programs may call; its signatures name classes of the API. */
  private static final Pattern QUESTIONS = Pattern.compile("org/legio/\\w+(\\$\\w+)*\\.class");

  /** What is not needed in ranks, or must be loaded with the API. */
  private static final List<String> NOT_BOOT =
      List.of(
          API,
          "org/legio/mpi/",
          "org/legio/launcher/Main",
          "org/legio/launcher/chaos/",
          "org/legio/launcher/command/",
          "org/legio/launcher/job/",
          "org/legio/launcher/machine/",
          "org/legio/launcher/mpi/",
          "org/legio/launcher/page/",
          "org/legio/launcher/report/",
          "org/legio/launcher/watch/",
          "org/legio/bench/",
          "org/legio/finish/",
          "org/legio/shaded/picocli/",
          "org/legio/shaded/com/",
          "META-INF/");

  /** What is needed of the libraries' own files. */
  private static final String SERVICES = "META-INF/services/org.legio";

  private static final String LIBRARIES = "org/legio/shaded/";
  private static final String COMMAND_LINE = LIBRARIES + "picocli/";
  private static final String OWN = "org/legio/";
  private static final String JNA = "com/sun/jna/";

  private final Map<String, byte[]> all = new LinkedHashMap<>();

  private JarBuilder() {}

  /**
   * Finishes a jar. Arguments: the jar, and the path of the finished one.
   *
   * @throws IOException if a jar cannot be read or written
   */
  public static void main(String[] arguments) throws IOException {
    JarBuilder finisher = new JarBuilder();
    finisher.finish(Path.of(arguments[0]));
    Path finished = Path.of(arguments[1]).toAbsolutePath();
    Files.createDirectories(finished.getParent());
    finisher.write(finished);
  }

  private void finish(Path jar) throws IOException {
    LambdaClasses lambdas = new LambdaClasses();
    Map<String, Map<String, byte[]>> woven = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        String name = entry.getName();
        if (!entry.isDirectory()) {
          byte[] content = changed(name, zip.getInputStream(entry).readAllBytes());
          all.put(name, content);
          if (name.equals(LinkedFunctions.OWNER + CLASS)) {
            all.put(name, LinkedFunctions.make(content));
          } else if (isBoot(name) && isOwnClass(name)) {
            lambdas.add(content);
          } else if (name.startsWith(API)) {
            all.put(name, weave(name.substring(0, name.length() - CLASS.length()), content, woven));
          }
        }
      }
    }
    lambdas.classes().forEach((name, content) -> all.put(name + CLASS, content));
    woven.forEach((entry, classes) -> all.put(entry, new ClassFiles(classes).content()));
    all.put(Linker.ENTRY, Linker.portClass());
    EntryWriter.classes().forEach((name, content) -> all.put(name + CLASS, content));
  }

  private static byte[] changed(String name, byte[] content) {
    if (isJnaClass(name)) {
      return LibraryStructures.written(LibraryLogging.replaced(content));
    }
    if (name.startsWith(COMMAND_LINE) && name.endsWith(CLASS)) {
      return LibraryFrames.computed(content);
    }
    return isOwnClass(name) ? RecordMethods.written(content) : content;
  }

  /** Weaves a class of the API in all ways. Returns the one for JVMs without the agent. */
  private static byte[] weave(
      String className, byte[] content, Map<String, Map<String, byte[]>> woven) {
    byte[] standalone = StandaloneBinding.make(className, content);
    String made = FinishedBinding.nameOf(className, standalone);
    classes(woven, StandaloneBinding.ORIGINALS).put(made, content);
    for (FinishedBinding kind : FinishedBinding.values()) {
      Map<String, byte[]> ofKind = classes(woven, kind.entry());
      ofKind.put(made, kind.make(className, content));
      String original = FinishedBinding.nameOf(className, content); // in the API's own jar
      ofKind.put(original, ofKind.get(made));
    }
    return standalone;
  }

  private static Map<String, byte[]> classes(Map<String, Map<String, byte[]>> woven, String entry) {
    return woven.computeIfAbsent(entry, key -> new TreeMap<>());
  }

  private static boolean isBoot(String name) {
    return name.startsWith(SERVICES)
        || (NOT_BOOT.stream().noneMatch(name::startsWith) && !QUESTIONS.matcher(name).matches());
  }

  private static boolean isOwnClass(String name) {
    return name.startsWith(OWN) && !name.startsWith(LIBRARIES) && name.endsWith(CLASS);
  }

  private static boolean isJnaClass(String name) {
    return name.startsWith(JNA) && name.endsWith(CLASS);
  }

  private void write(Path target) throws IOException {
    Map<String, byte[]> boot = new LinkedHashMap<>();
    all.forEach(
        (name, content) -> {
          if (isBoot(name)) {
            boot.put(name, content);
          }
        });
    byte[] bootJar = jar(boot);
    String bootName = BOOT + Long.toHexString(checksum(bootJar)) + JAR;
    all.put(JarFile.MANIFEST_NAME, manifest(bootName));
    replace(target.resolveSibling(bootName), bootJar);
    replace(target, jar(all));
    try (DirectoryStream<Path> former =
        Files.newDirectoryStream(target.getParent(), BOOT + "*" + JAR)) {
      for (Path each : former) {
        if (!each.endsWith(bootName)) {
          Files.delete(each);
        }
      }
    }
  }

  private byte[] manifest(String bootName) throws IOException {
    Manifest manifest = new Manifest(new ByteArrayInputStream(all.get(JarFile.MANIFEST_NAME)));
    manifest.getMainAttributes().putValue("Boot-Class-Path", bootName);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    return bytes.toByteArray();
  }

  /** Replaces a file in one step: JVMs that start meanwhile find the former one or the new one. */
  private static void replace(Path file, byte[] content) throws IOException {
    Path whole = Files.write(file.resolveSibling(file.getFileName() + ".new"), content);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** A jar whose entries are stored, not compressed: each JVM would keep what it inflates. */
  private static byte[] jar(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.setMethod(ZipOutputStream.STORED);
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setSize(each.getValue().length);
        entry.setCrc(checksum(each.getValue()));
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(each.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static long checksum(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    return crc.getValue();
  }
}
