package org.legio.runtime.lanes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Memory of several processes of one host: a file in a folder that is memory, mapped by each.
 *
 * <ol>
 *   <li>One process, the maker, creates the file, exclusively and for its user only, and locks its
 *       first byte until its own end. It writes zeros over the whole file before anyone maps it.
 *   <li>It tells the others the name. They open the file, and map it.
 *   <li>Each locks its member's byte ({@link #join}), then reports that it is ready.
 *   <li>When all have reported, the file is unlinked. The memory lives on in those that map it; the
 *       kernel frees it at the end of the last one.
 *   <li>If the maker dies before, the others unlink the file; if all die, the next sweep ({@link
 *       StaleFiles}) removes it.
 * </ol>
 *
 * <p>Made once for a job on a host, not once for each communicator: JDK 17 gives mapped memory back
 * to the system only when the garbage collector finds the buffer, which may be never. It is cut
 * into boards that are used again and again ({@link BoardPool}).
 *
 * <p>The file's layout: a page of 4,096 bytes (0 magic and version, 8 bytes of the memory, 16 and
 * 24 the random number of the name, 32 members), then the memory. Locked are byte 0, by the maker,
 * and byte 1 + m, by member m: a lock says nothing of what the byte contains.
 */
public final class SharedMemory implements AutoCloseable {
  static final int HEADER_BYTES = 4096;
  static final int MAKERS_BYTE = 0;
  static final int BYTES = 8;
  static final int NONCE_HIGH = 16;
  static final int NONCE_LOW = 24;
  static final int MEMBERS = 32;

  /** "LegioSm" and the version of the layout. */
  static final long MAGIC_AND_VERSION = 0x4C6567696F536D01L;

  private static final int FIRST_MEMBERS_BYTE = 1;

  private final SegmentName name;
  private final int members;
  private final OpenFiles.Entry file;
  private final ByteBuffer memory;
  private final Path place;

  SharedMemory(SegmentName name, int members, OpenFiles.Entry file, int bytes, Path place)
      throws IOException {
    this.name = name;
    this.place = place;
    this.members = members;
    this.file = file;
    this.memory =
        file.channel()
            .map(FileChannel.MapMode.READ_WRITE, 0, (long) HEADER_BYTES + bytes)
            .slice(HEADER_BYTES, bytes)
            .order(ByteOrder.nativeOrder());
  }

  /**
   * Makes the file, really allocated and filled with zeros. This process is its maker.
   *
   * @param name chosen before, and told to who may have to unlink the file
   * @param members how many processes will use it
   * @param bytes of the memory
   * @throws IOException if there is such a file, or the folder has not enough room; then no file is
   *     left
   */
  public static SharedMemory create(SegmentName name, int members, int bytes) throws IOException {
    return new SegmentMaker(name, members, bytes).make();
  }

  /**
   * As {@link #create}, but without a name from the start, so that nothing can be left behind
   * whoever dies. Others open it by its {@link #place}, while its maker lives. Where the system has
   * no such places, the file keeps its name.
   *
   * @throws IOException if the folder has not enough room; then no file is left
   */
  public static SharedMemory createNameless(SegmentName name, int members, int bytes)
      throws IOException {
    return new SegmentMaker(name, members, bytes).nameless().make();
  }

  /**
   * Opens a file that another process has made and filled.
   *
   * @param name of the file
   * @param members how many processes use it
   * @param bytes of the memory
   * @throws IOException if it is not there, is not this user's alone, or is not what was expected
   */
  public static SharedMemory open(SegmentName name, int members, int bytes) throws IOException {
    return new SegmentOpener(name, name.path(), members, bytes).open();
  }

  /**
   * As {@link #open(SegmentName, int, int)}, by the place that its maker has told.
   *
   * @param place {@link #place} of the maker
   */
  public static SharedMemory open(SegmentName name, Path place, int members, int bytes)
      throws IOException {
    return new SegmentOpener(name, place, members, bytes).open();
  }

  /** Where others can open it: by its name, or as an open file of its maker's. */
  public Path place() {
    return place;
  }

  /**
   * Whether a member has ended, as far as its lock tells. Asked by who has not joined; the member
   * must have joined before.
   */
  public boolean hasEnded(int member) throws IOException {
    return ProcessLocks.isFree(file.channel(), FIRST_MEMBERS_BYTE + member);
  }

  /** The memory, in the machine's byte order, page by page all zeros at first. */
  public ByteBuffer memory() {
    return memory.duplicate().order(ByteOrder.nativeOrder());
  }

  /**
   * Locks a member's byte, by which others see that this process lives. Comes before reporting that
   * one is ready.
   *
   * @param member this process, from 0
   */
  public ProcessLocks join(int member) throws IOException {
    return ProcessLocks.on(file.channel(), FIRST_MEMBERS_BYTE, members, member);
  }

  /**
   * Removes the file's name, if it is still there. The memory stays. Any member may do it once all
   * have mapped it, or once making has failed.
   */
  public void unlink() throws IOException {
    name.unlink();
  }

  /**
   * Closes the file: this process gives up its locks, so the others take it for gone. The memory
   * stays mapped until no buffer refers to it any more and the garbage collector has found that.
   */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
