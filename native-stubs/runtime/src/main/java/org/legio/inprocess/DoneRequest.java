package org.legio.inprocess;

/** A request that was complete when it was made, or was made to fail. */
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
  String describe() {
    return "nothing";
  }
}
