package org.legio.agent;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Class files by name, as one entry of the agent's jar. Layout: how many there are; of each its
 * name, its length and its content.
 */
public final class ClassFiles {
  private final Map<String, byte[]> byName;

  /** Has the class files of a map. */
  public ClassFiles(Map<String, byte[]> byName) {
    this.byName = Map.copyOf(byName);
  }

  /** Reads an entry of the agent's jar; has no class file if there is no such entry. */
  static ClassFiles read(String entry) {
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
    for (int left = data.readInt(); left > 0; left--) {
      String name = data.readUTF();
      byName.put(name, data.readNBytes(data.readInt()));
    }
    return new ClassFiles(byName);
  }

  /** The content of the entry. */
  public byte[] content() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream data = new DataOutputStream(bytes)) {
      data.writeInt(byName.size());
      for (Map.Entry<String, byte[]> each : byName.entrySet()) {
        data.writeUTF(each.getKey());
        data.writeInt(each.getValue().length);
        data.write(each.getValue());
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
