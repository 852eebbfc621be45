package org.legio.core;

import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.Map;
import java.util.Optional;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;
import org.legio.core.creation.Layout;
import org.legio.core.settings.Configuration;
import org.legio.protection.Resilience;
import org.legio.ulfm.ports.Agreement;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Ulfm;

/**
 * An MPI of two ranks whose calls do nothing, so that what remains of a protected call is what
 * protection costs.
 */
final class NullMpi {
  static final long WORLD = FakeMpi.WORLD;
  private static final long REQUEST = 0x1000;

  private NullMpi() {}

  /** The natives: each returns at once. */
  static Pmpi pmpi() {
    try {
      return new ByteBuddy()
          .subclass(Pmpi.class)
          .method(any())
          .intercept(StubMethod.INSTANCE)
          .method(named("groupSize").or(named("getSize")))
          .intercept(FixedValue.value(2))
          .method(named("translateRanks"))
          .intercept(FixedValue.reference(new int[] {0, 1}))
          .method(named("startMessage"))
          .intercept(FixedValue.value(REQUEST))
          .method(named("test"))
          .intercept(FixedValue.value(true))
          .method(named("getName"))
          .intercept(FixedValue.value(""))
          .make()
          .load(NullMpi.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
          .getLoaded()
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A job on it, protected by legio. */
  static Resilience resilience(Pmpi pmpi) {
    try {
      return Resilience.protect(
          pmpi,
          new NullUlfm(),
          FakeMpi.binding(),
          FakeMpi.job(),
          Configuration.parse(Map.of(), Map.of()),
          Layout.FLAT);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class NullUlfm implements Ulfm {
    @Override
    public void revoke(long comm) {}

    @Override
    public boolean isRevoked(long comm) {
      return false;
    }

    @Override
    public long shrink(long comm) {
      return comm + 1;
    }

    @Override
    public Agreement agree(long comm, boolean vote) {
      return vote ? Agreement.YES : Agreement.NO;
    }

    @Override
    public int agreeOnFlags(long comm, int flags) {
      return flags;
    }

    @Override
    public PendingAgreement startAgreement(long comm, boolean vote) {
      return () -> agree(comm, vote);
    }

    @Override
    public long assemble(long group, long parent, String key) {
      return group;
    }

    @Override
    public void acknowledge(long comm) {}

    @Override
    public int[] failedRanks(long comm) {
      return new int[0];
    }

    @Override
    public Optional<String> isolateFinalize() {
      return Optional.empty();
    }
  }
}
