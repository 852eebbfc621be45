package org.legio.libmpi;

import java.util.ArrayList;
import java.util.List;

/** The start of MPI, its clock, and the memory of buffered messages. */
public final class LifeCycle {
  /** What has been attached; the library uses it until it is detached. */
  private static final List<NativeMemory> ATTACHED = new ArrayList<>();

  private LifeCycle() {}

  public static String[] init(String[] arguments) throws Exception {
    Failures.require(MpiFunctions.MPI_Init(0, 0));
    return arguments;
  }

  public static int initThread(int level) throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Init_thread(0, 0, level, arguments.result()));
    return arguments.intResult();
  }

  public static double time() {
    return MpiFunctions.MPI_Wtime();
  }

  public static double tick() {
    return MpiFunctions.MPI_Wtick();
  }

  public static synchronized void attachBuffer(byte[] buffer) throws Exception {
    NativeMemory memory = new NativeMemory(Math.max(1, buffer.length));
    Failures.require(MpiFunctions.MPI_Buffer_attach(memory.address, buffer.length));
    ATTACHED.add(memory);
  }

  public static synchronized void detachBuffer() throws Exception {
    Arguments arguments = Arguments.begin();
    arguments.end(MpiFunctions.MPI_Buffer_detach(arguments.result(), arguments.cell()));
    ATTACHED.clear();
  }
}
