package org.legio.hierarchical;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.legio.core.creation.Layout;
import org.legio.core.repair.Context;
import org.legio.core.repair.ResilientCommunicator;
import org.legio.core.repair.Substitute;
import org.legio.core.settings.Configuration;
import org.legio.core.settings.Setting;
import org.slf4j.LoggerFactory;

/**
 * Chooses between the flat and the hierarchical layout: as configured. A communicator that is made
 * of another one has the layout of its parent.
 */
public final class HierarchicalLayout implements Layout {
  /** The cost of a shrink is taken to be linear in the number of ranks. */
  private static final double SHRINK_EXPONENT = 1;

  /** The name of the setting {@code layout}, and the number after its colon. */
  private final String name;

  private final OptionalInt number;
  private @Nullable Hosts hosts;

  /** A layout as configured. */
  public HierarchicalLayout(Configuration configuration) {
    String value = configuration.get(Setting.LAYOUT);
    int colon = value.indexOf(':');
    name = colon < 0 ? value : value.substring(0, colon);
    number =
        colon < 0
            ? OptionalInt.empty()
            : OptionalInt.of(Integer.parseInt(value.substring(colon + 1)));
  }

  @Override
  public Substitute over(
      Context context, ResilientCommunicator wholeComm, int rank, @Nullable Substitute parent)
      throws Exception {
    return isHierarchical(wholeComm.size(), parent)
        ? new HierarchicalSubstitute(context, wholeComm, rank, locals(context, wholeComm))
        : Layout.FLAT.over(context, wholeComm, rank, parent);
  }

  private boolean isHierarchical(int size, @Nullable Substitute parent) {
    return switch (name) {
      case "flat" -> false;
      case "hierarchical" -> true;
      default ->
          parent == null
              ? number.isPresent() && size > number.getAsInt()
              : parent instanceof HierarchicalSubstitute;
    };
  }

  private Locals locals(Context context, ResilientCommunicator wholeComm) throws Exception {
    Hosts known = hosts;
    if (known == null) { // the first communicator is the world
      known = Hosts.told(context, wholeComm);
      hosts = known;
    }
    Locals locals = known.locals(wholeComm, localSize(wholeComm.size()));
    LoggerFactory.getLogger("legio")
        .debug("legio: local communicators of {} begin at ranks {}", wholeComm.name(), locals);
    return locals;
  }

  private int localSize(int ranks) {
    return name.equals("hierarchical") && number.isPresent()
        ? number.getAsInt()
        : LocalSize.cheapest(ranks, SHRINK_EXPONENT);
  }
}
