package org.legio.runtime.engine;

/** A non-blocking access to a file, made some steps after its start if the rank is still alive. */
final class FileRequest extends Request {
  /** The access. */
  @FunctionalInterface
  interface Access {
    /** Makes the access; returns the number of bytes moved. */
    int run() throws MpiErrorException;
  }

  private final String name;
  private final Access access;

  FileRequest(RankState owner, FileHandle file, Access access) {
    super(owner, file.comm());
    this.name = file.name();
    this.access = access;
  }

  FileRequest start() {
    owner.scheduler().soon(this::fallsDue);
    return this;
  }

  private void fallsDue() {
    if (owner.scheduler().happensTo(owner.rank)) {
      try {
        status[LENGTH] = access.run();
        complete();
      } catch (MpiErrorException e) {
        fail(e.errorClass());
      }
    }
  }

  @Override
  public String describe() {
    return "an access to " + name;
  }
}
