package org.legio.ulfm.ports;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK knows of direct buffers and keeps to itself: where they lie in memory, which windows
 * tell, and what they are slices of, because an item may begin before the first element of a slice.
 *
 * <p>It knows nothing unless the JDK's package {@link #PACKAGE} is exported to its module.
 */
public final class DirectMemory {
  /** The package of the JDK's module {@code java.base} that has to be exported. */
  public static final String PACKAGE = "sun.nio.ch";

  /**
   * A part of the memory of another buffer.
   *
   * @param whole the other buffer
   * @param begin where the part begins, in bytes
   */
  public record Slice(ByteBuffer whole, int begin) {}

  private DirectMemory() {}

  private static boolean isOpen() {
    return Object.class.getModule().isExported(PACKAGE, DirectMemory.class.getModule());
  }

  /** The address of a direct buffer's first element; null if it is not known. */
  public static @Nullable Long address(Buffer direct) {
    return isOpen() ? addressOf(direct) : null;
  }

  /** What a buffer is a slice of; null if of nothing, or if it is not known. */
  public static @Nullable Slice sliceOf(Object buffer) {
    if (!(buffer instanceof Buffer direct) || !direct.isDirect() || !isOpen()) {
      return null;
    }
    Buffer whole = direct;
    for (Buffer next = ownerOf(direct); next != null; next = ownerOf(next)) {
      whole = next;
    }
    return whole != direct && whole instanceof ByteBuffer bytes
        ? new Slice(bytes, (int) (addressOf(direct) - addressOf(whole)))
        : null;
  }

  private static @Nullable Buffer ownerOf(Buffer direct) {
    try {
      return (Object) Jdk.ATTACHMENT.invokeExact((Object) direct) instanceof Buffer owner
          ? owner
          : null;
    } catch (Throwable e) {
      throw new IllegalStateException("the JDK does not tell what " + direct + " is part of", e);
    }
  }

  private static long addressOf(Buffer direct) {
    try {
      return (long) Jdk.ADDRESS.invokeExact((Object) direct);
    } catch (Throwable e) {
      throw new IllegalStateException("the JDK does not tell where " + direct + " lies", e);
    }
  }

  /** Made when the package is exported. */
  private static final class Jdk {
    static final MethodHandle ADDRESS = find("address", long.class);
    static final MethodHandle ATTACHMENT = find("attachment", Object.class);

    private static MethodHandle find(String name, Class<?> type) {
      try {
        Class<?> owner = Class.forName(PACKAGE + ".DirectBuffer");
        return MethodHandles.lookup()
            .findVirtual(owner, name, MethodType.methodType(type))
            .asType(MethodType.methodType(type, Object.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JDK's direct buffers have no " + name, e);
      }
    }
  }
}
