package org.legio.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Class files by name, as one entry of the agent's jar. Layout: how many there are; of each how
 * many names it has, these, its length and its content.
 */
public final class ClassFiles {
  /** Entries that have been read, as long as the garbage collector leaves them. */
  private static final Map<String, SoftReference<ClassFiles>> READ = new HashMap<>();

  private final Map<String, byte[]> byName;

  /** Has the class files of a map. */
  public ClassFiles(Map<String, byte[]> byName) {
    this.byName = Map.copyOf(byName);
  }

  /** Those of an entry of the agent's jar; none if there is no such entry. */
  static ClassFiles in(String entry) {
    synchronized (READ) {
      SoftReference<ClassFiles> kept = READ.get(entry);
      ClassFiles files = kept == null ? null : kept.get();
      if (files == null) {
        files = read(entry);
        READ.put(entry, new SoftReference<>(files));
      }
      return files;
    }
  }

  private static ClassFiles read(String entry) {
    try (InputStream in = ClassFiles.class.getResourceAsStream("/" + entry)) {
      return in == null
          ? new ClassFiles(Map.of())
          : read(new ByteArrayInputStream(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the content of an entry. */
  static ClassFiles read(InputStream content) throws IOException {
    Map<String, byte[]> byName = new HashMap<>();
    DataInputStream data = new DataInputStream(content);
    for (int files = data.readInt(); files > 0; files--) {
      String[] names = new String[data.readInt()];
      for (int i = 0; i < names.length; i++) {
        names[i] = data.readUTF();
      }
      byte[] file = data.readNBytes(data.readInt());
      for (String name : names) {
        byName.put(name, file);
      }
    }
    return new ClassFiles(byName);
  }

  /** The content of the entry, the same for the same class files. */
  public byte[] content() {
    Map<ByteBuffer, List<String>> names = new LinkedHashMap<>();
    new TreeMap<>(byName)
        .forEach(
            (name, file) ->
                names.computeIfAbsent(ByteBuffer.wrap(file), key -> new ArrayList<>()).add(name));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream data = new DataOutputStream(bytes)) {
      data.writeInt(names.size());
      for (Map.Entry<ByteBuffer, List<String>> each : names.entrySet()) {
        data.writeInt(each.getValue().size());
        for (String name : each.getValue()) {
          data.writeUTF(name);
        }
        data.writeInt(each.getKey().capacity());
        data.write(each.getKey().array());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A class file; null if there is none of that name. */
  byte @Nullable [] find(String name) {
    return byName.get(name);
  }
}
