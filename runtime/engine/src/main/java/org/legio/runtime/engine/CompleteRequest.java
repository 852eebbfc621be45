package org.legio.runtime.engine;

/**
 * What the handle of the empty request stands for: an operation that was complete when its call
 * returned. It is active until a completing call has taken it, as in Open MPI, so that a test of
 * several requests counts it.
 */
final class CompleteRequest extends Request {
  CompleteRequest(RankState owner) {
    super(owner, owner.world, NO_NUMBER);
    end(MpiError.SUCCESS);
  }

  @Override
  public String describe() {
    return "a complete request";
  }
}
