package org.legio.runtime.shm;

import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.Message;
import org.legio.runtime.engine.datatype.MappedPayload;
import org.legio.runtime.engine.datatype.Payload;
import org.legio.runtime.engine.datatype.TypedViews;

/** Makes messages of the {@linkplain Frame frames} of one sender; one object serves for all. */
public final class FrameTaker {
  private final Message message;
  private TypedViews memory;
  private MappedPayload data;
  private byte @Nullable [] collected;

  /**
   * Prepares.
   *
   * @param from the rank in the world that the frames come from
   */
  public FrameTaker(TypedViews memory, int from) {
    this.memory = memory;
    this.message = new Message(Message.Kind.EAGER, from);
    this.data = new MappedPayload(memory);
  }

  /** From now on the frames lie in another memory. */
  void lookIn(TypedViews newMemory) {
    if (newMemory != memory) {
      memory = newMemory;
      data = new MappedPayload(newMemory);
    }
  }

  /**
   * The message that a frame brings. Data that has been asked for comes in parts, as it lies; of
   * other messages the parts are collected.
   *
   * @param at the frame's position
   * @return null if more parts are to come
   */
  public @Nullable Message take(int at, Message.Kind kind, int size) {
    Message shown = show(at, kind, size);
    boolean isWhole =
        kind == Message.Kind.DATA
            || size == shown.length()
            || size == 0
            || collect(at, shown.length(), shown.offset());
    return isWhole ? shown : null;
  }

  /** The message that a frame at a position says, with the frame's data. */
  Message show(int at, Message.Kind kind, int size) {
    data.set(at + Frame.HEADER_BYTES, size);
    Frame.show(memory.bytes(), at, message, kind, data);
    return message;
  }

  /** Whether no part of a message has come without the others. */
  public boolean isBetweenMessages() {
    return collected == null;
  }

  /** How many bytes of data the frame has that was shown last. */
  int size() {
    return data.length();
  }

  /** Adds a part to those of the same message; true if that makes it complete. */
  private boolean collect(int at, int length, int offset) {
    byte[] parts = offset == 0 ? new byte[length] : collected;
    if (parts == null) {
      throw new IllegalStateException("a part at " + offset + " of " + length + " without a first");
    }
    collected = parts;
    memory.bytes().get(at + Frame.HEADER_BYTES, parts, offset, data.length());
    if (offset + data.length() < length) {
      return false;
    }
    collected = null;
    message.with(Payload.of(parts), 0);
    return true;
  }
}
