package org.legio;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Writes down what a program gives to a checkpoint, and reads it again. */
final class SavedState {
  private SavedState() {}

  static byte[] write(Serializable state) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(state);
    } catch (IOException e) {
      throw new IllegalArgumentException("the state for a checkpoint cannot be written: " + e, e);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // what the program has given
  static <T> T read(byte[] bytes) {
    try (ObjectInputStream in = new OfProgram(bytes)) {
      return (T) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the state of the last checkpoint cannot be read: " + e, e);
    }
  }

  /** Finds classes as the program does. */
  private static final class OfProgram extends ObjectInputStream {
    OfProgram(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
      try {
        return Class.forName(described.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(described); // a primitive, for instance
      }
    }
  }
}
