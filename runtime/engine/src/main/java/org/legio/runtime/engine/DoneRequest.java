package org.legio.runtime.engine;

/** A request that is complete, or has failed, from its beginning. */
final class DoneRequest extends Request {

  DoneRequest(RankState owner, Comm comm, int errorClass) {
    super(owner, comm);
    if (errorClass == MpiError.SUCCESS) {
      complete();
    } else {
      fail(errorClass);
    }
  }

  @Override
  public String describe() {
    return "nothing";
  }
}
