package org.legio.hierarchical;

import org.jspecify.annotations.Nullable;
import org.legio.core.creation.Layout;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.slf4j.LoggerFactory;

/**
 * Chooses between the flat and the hierarchical layout: as configured, or by the number of ranks. A
 * communicator that is made of another one has the layout of its parent.
 */
public final class HierarchicalLayout implements Layout {
  private static final double UNKNOWN = 0;

  private final Configuration configuration;
  private double shrinkExponent = UNKNOWN;
  private @Nullable Hosts hosts;

  /** A layout as configured. */
  public HierarchicalLayout(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public Substitute over(
      Context context, ResilientCommunicator wholeComm, int rank, @Nullable Substitute parent)
      throws Exception {
    return isHierarchical(wholeComm.size(), parent)
        ? new HierarchicalSubstitute(context, wholeComm, rank, locals(context, wholeComm, rank))
        : Layout.FLAT.over(context, wholeComm, rank, parent);
  }

  private boolean isHierarchical(int size, @Nullable Substitute parent) {
    return switch (configuration.get(Setting.LAYOUT)) {
      case "flat" -> false;
      case "hierarchical" -> true;
      default ->
          parent == null
              ? size > configuration.count(Setting.HIERARCHICAL_THRESHOLD)
              : parent instanceof HierarchicalSubstitute;
    };
  }

  private Locals locals(Context context, ResilientCommunicator wholeComm, int rank)
      throws Exception {
    Hosts known = hosts;
    if (known == null) { // the first communicator is the world
      known = Hosts.told(context, wholeComm);
      hosts = known;
    }
    Locals locals = known.locals(wholeComm, localSize(context, wholeComm, rank));
    LoggerFactory.getLogger("legio")
        .debug("legio: local communicators of {} begin at ranks {}", wholeComm.name(), locals);
    return locals;
  }

  private int localSize(Context context, ResilientCommunicator wholeComm, int rank)
      throws Exception {
    String value = configuration.get(Setting.HIERARCHICAL_LOCAL_SIZE);
    return value.equals("auto")
        ? LocalSize.cheapest(wholeComm.size(), shrinkExponent(context, wholeComm, rank))
        : Integer.parseInt(value);
  }

  /** As configured, or measured on the first communicator, which is the world. */
  private double shrinkExponent(Context context, ResilientCommunicator wholeComm, int rank)
      throws Exception {
    if (shrinkExponent == UNKNOWN) {
      String value = configuration.get(Setting.HIERARCHICAL_SHRINK_EXPONENT);
      shrinkExponent =
          value.equals("measured")
              ? new ShrinkExponent(context, wholeComm, rank).measured()
              : Double.parseDouble(value);
      LoggerFactory.getLogger("legio")
          .debug("legio: the cost of shrinking grows with the number of ranks^{}", shrinkExponent);
    }
    return shrinkExponent;
  }
}
