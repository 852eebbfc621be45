package org.legio.faults;

import java.util.Arrays;
import org.legio.ulfm.ports.MpiConstants;

/** More ways for a test program to wait for requests: those without statuses, and the tests. */
final class Waits {

  private Waits() {}

  private static long[] begun(Mpi mpi, Pending... all) {
    mpi.log().trying(Mpi.anyOf(all));
    return Arrays.stream(all).mapToLong(Pending::request).toArray();
  }

  /** By a wait for each. */
  static void each(Mpi mpi, Pending... all) throws Exception {
    for (Pending pending : all) {
      mpi.log().trying(pending.attempt());
      mpi.requests().waitFor(pending.request());
      pending.overUntold();
      mpi.log().done();
    }
  }

  /** By tests of each, from the last. */
  static void testEach(Mpi mpi, Pending... all) throws Exception {
    for (int i = all.length - 1; i >= 0; i--) {
      mpi.log().trying(all[i].attempt());
      Object self = mpi.holder(all[i].request());
      boolean isDone = false;
      while (!isDone) {
        isDone = mpi.requests().test(self, all[i].request());
      }
      all[i].overUntold();
      mpi.log().done();
    }
  }

  /** By asking how each stands before it is waited for. */
  static void getStatusOfEach(Mpi mpi, Pending... all) throws Exception {
    for (Pending pending : all) {
      mpi.log().trying(pending.attempt());
      Object self = mpi.holder(pending.request());
      Object status = null;
      while (status == null) {
        status = mpi.requests().getStatus(self, pending.request());
      }
      mpi.waitFor(pending);
    }
  }

  static void all(Mpi mpi, Pending... all) throws Exception {
    mpi.requests().waitAll(begun(mpi, all));
    overUntold(mpi, all);
  }

  static void testAll(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    boolean areDone = false;
    while (!areDone) {
      areDone = mpi.requests().testAll(requests);
    }
    overUntold(mpi, all);
  }

  private static void overUntold(Mpi mpi, Pending... all) {
    Arrays.stream(all).forEach(Pending::overUntold);
    mpi.log().done();
  }

  /** One after the other, whichever is done first. */
  static void any(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; left--) {
      all[mpi.requests().waitAny(requests)].overUntold();
    }
    mpi.log().done();
  }

  static void testAny(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; ) {
      int done = mpi.requests().testAny(requests);
      if (done != MpiConstants.UNDEFINED) {
        all[done].overUntold();
        left--;
      }
    }
    mpi.log().done();
  }

  static void testAnyStatus(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; ) {
      Object done = mpi.requests().testAnyStatus(requests);
      if (done != null) {
        over(mpi, done, all);
        left--;
      }
    }
    mpi.log().done();
  }

  private static void over(Mpi mpi, Object done, Pending... all) {
    long[] status = mpi.binding().fields(done);
    all[(int) status[status.length - 1]].over(status);
  }

  /** Some at a time. */
  static void some(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; ) {
      left -= overUntold(mpi.requests().waitSome(requests), all);
    }
    mpi.log().done();
  }

  static void testSome(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; ) {
      left -= overUntold(mpi.requests().testSome(requests), all);
    }
    mpi.log().done();
  }

  private static int overUntold(int[] done, Pending... all) {
    Arrays.stream(done).forEach(each -> all[each].overUntold());
    return done.length;
  }

  static void testSomeStatus(Mpi mpi, Pending... all) throws Exception {
    long[] requests = begun(mpi, all);
    for (int left = all.length; left > 0; ) {
      Object[] done = mpi.requests().testSomeStatus(requests);
      for (Object each : done) {
        over(mpi, each, all);
      }
      left -= done.length;
    }
    mpi.log().done();
  }
}
