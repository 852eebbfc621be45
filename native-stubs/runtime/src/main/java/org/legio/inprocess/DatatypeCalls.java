package org.legio.inprocess;

/** The natives on datatypes. */
final class DatatypeCalls extends Calls {

  DatatypeCalls(RankState state) {
    super(state);
  }

  void typeLbExtent(long type, int[] lbExtent) throws Exception {
    Datatype datatype = type(state.world, type);
    lbExtent[0] = datatype.lowerBound();
    lbExtent[1] = datatype.extent();
  }

  void typeTrueLbExtent(long type, int[] lbExtent) throws Exception {
    Datatype datatype = type(state.world, type);
    lbExtent[0] = datatype.trueLowerBound();
    lbExtent[1] = datatype.trueExtent();
  }
}
