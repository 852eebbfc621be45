package org.legio.agent;

import java.util.Optional;

/**
 * What becomes of a call: protected by a room of handlers, or passed through for a reason.
 *
 * @param room what protects it; empty if it passes through
 * @param reason why it passes through; empty if it is protected
 */
public record Treatment(Optional<Room> room, String reason) {
  private static final String PROTECT = "protect ";
  private static final String PASS = "pass ";

  static Treatment parse(String text) {
    if (text.startsWith(PROTECT)) {
      return new Treatment(Optional.of(Room.named(text.substring(PROTECT.length()))), "");
    }
    if (text.startsWith(PASS)) {
      return new Treatment(Optional.empty(), text.substring(PASS.length()));
    }
    throw new IllegalArgumentException("a treatment begins with protect or pass, not: " + text);
  }

  /** Whether the call is protected. */
  public boolean isProtected() {
    return room.isPresent();
  }
}
