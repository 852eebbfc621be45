package org.legio.programs.transparency;

import mpi.Freeable;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;

/** Groups: made, compared, combined and translated; no message is sent. */
final class GroupAlgebra implements Program {
  @Override
  public void run(Report report) throws MPIException {
    Group all = MPI.COMM_WORLD.getGroup();
    int size = all.getSize();
    report.say("rank", all.getRank());
    Group first = all.incl(new int[] {0});
    Group others = all.excl(new int[] {0});
    Group ends = all.rangeIncl(new int[][] {{0, 0, 1}});
    Group middle = all.rangeExcl(new int[][] {{size - 1, size - 1, 1}});
    report.say("sizes", new int[] {first.getSize(), others.getSize(), middle.getSize()});
    report.say("outside", others.getRank() == MPI.UNDEFINED);
    report.say("identical", Group.compare(first, ends) == MPI.IDENT);
    Group both = Group.union(others, first);
    report.say("similar", relation(Group.compare(both, all)));
    report.say("intersection", Group.intersection(others, middle).getSize());
    report.say("difference", Group.difference(all, first).getSize());
    Group none = Group.difference(all, all);
    report.say("none", none.getSize() + " " + relation(Group.compare(none, MPI.GROUP_EMPTY)));
    none.free();
    report.say("freed", none.isNull());
    report.say("translated", Group.translateRanks(both, Values.steps(size, 0, 1), all));
    int[] undefined = Group.translateRanks(first, new int[] {0, MPI.PROC_NULL}, others);
    report.say("not there", undefined[0] == MPI.UNDEFINED && undefined[1] == MPI.PROC_NULL);
    report.say("nobody", MPI.GROUP_EMPTY.getSize());
    report.say("null", all.isNull());
    Freeable freeable = all;
    freeable.free();
    report.say("null", all.isNull());
    Group self = MPI.COMM_SELF.getGroup();
    report.say("self", self.getSize());
    self.free();
  }

  private static String relation(int result) {
    return result == MPI.IDENT ? "identical" : result == MPI.SIMILAR ? "similar" : "unequal";
  }
}
