package org.legio.runtime.lanes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * The name of a file of shared memory, chosen before the file is there: so all know it who have to
 * remove it if its maker dies.
 *
 * @param folder where the file is, such as {@link #SHARED_MEMORY_FOLDER}
 * @param userId the number of the user that it belongs to
 * @param random 32 hexadecimal digits that nobody can guess
 */
public record SegmentName(Path folder, long userId, String random) {
  /** Where this process's files of shared memory are. */
  public static final Path SHARED_MEMORY_FOLDER = SharedFolder.of(System.getenv());

  private static final String BEGIN = "legio-";
  private static final String END = ".board";
  private static final int RANDOM_BYTES = 16;
  private static final int RANDOM_DIGITS = 2 * RANDOM_BYTES;

  /** Read at a job's start, where {@code SecureRandom} would take 10 milliseconds to begin. */
  private static final Path RANDOM = Path.of("/dev/urandom");

  /** Checks the random part. */
  public SegmentName {
    if (!isRandom(random)) {
      throw new IllegalArgumentException(
          "'" + random + "' in the name of a segment: 32 hexadecimal digits are expected");
    }
  }

  /**
   * A new name of this process's user.
   *
   * @param folder where the file is to be
   */
  public static SegmentName random(Path folder) {
    try (InputStream source = Files.newInputStream(RANDOM)) {
      byte[] bytes = source.readNBytes(RANDOM_BYTES);
      return new SegmentName(folder, ownUserId(), HexFormat.of().formatHex(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(RANDOM + " gives no random bytes", e);
    }
  }

  /**
   * A name of this process's user, whose random part another member has told it.
   *
   * @param folder where the file is
   * @param random 32 hexadecimal digits
   */
  public static SegmentName ofOwnUser(Path folder, String random) {
    return new SegmentName(folder, ownUserId(), random);
  }

  /**
   * The name that a file has, as another member has told it.
   *
   * @param file {@link #path()} of the name
   * @throws IllegalArgumentException if it is no name of a segment
   */
  public static SegmentName of(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (!isOne(file) || folder == null) {
      throw new IllegalArgumentException(file + " is not called legio-USER-RANDOM.board");
    }
    String name = String.valueOf(file.getFileName());
    return new SegmentName(folder, Long.parseLong(userIn(name)), randomIn(name));
  }

  /** Read by hand: a regular expression would take 8 milliseconds of a job's start. */
  static boolean isOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(BEGIN)
        && name.endsWith(END)
        && name.length() > BEGIN.length() + 1 + RANDOM_DIGITS + END.length()
        && name.charAt(name.length() - END.length() - RANDOM_DIGITS - 1) == '-'
        && consistsOf(userIn(name), "0123456789")
        && isRandom(randomIn(name));
  }

  private static String userIn(String name) {
    return name.substring(BEGIN.length(), name.length() - END.length() - RANDOM_DIGITS - 1);
  }

  private static String randomIn(String name) {
    return name.substring(
        name.length() - END.length() - RANDOM_DIGITS, name.length() - END.length());
  }

  private static boolean isRandom(String text) {
    return text.length() == RANDOM_DIGITS && consistsOf(text, "0123456789abcdef");
  }

  private static boolean consistsOf(String text, String digits) {
    for (int i = 0; i < text.length(); i++) {
      if (digits.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /** The file. */
  public Path path() {
    return folder.resolve(BEGIN + userId + "-" + random + END);
  }

  /** Removes the file of this name, if there is one; processes that have mapped it keep it. */
  public void unlink() throws IOException {
    Files.deleteIfExists(path());
  }

  /** The first half of the random number. */
  long nonceHigh() {
    return ByteBuffer.wrap(HexFormat.of().parseHex(random)).getLong();
  }

  /** The second half of the random number. */
  long nonceLow() {
    return ByteBuffer.wrap(HexFormat.of().parseHex(random)).getLong(Long.BYTES);
  }

  /** The number of the user that this process runs as. */
  static long ownUserId() {
    return OwnProcess.user();
  }

  /** The number of the user that a file belongs to. */
  static long ownerOf(Path file) throws IOException {
    return ownerOf(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The number of the user that a file belongs to, with or without links followed. */
  static long ownerOf(Path file, LinkOption... links) throws IOException {
    Object owner = Files.getAttribute(file, "unix:uid", links);
    return ((Number) owner).longValue();
  }
}
