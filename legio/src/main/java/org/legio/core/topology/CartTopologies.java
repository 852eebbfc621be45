package org.legio.core.topology;

import static java.util.Objects.requireNonNull;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.legio.core.communicator.Communicator;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.creation.CommunicatorMaker;
import org.legio.core.repair.Context;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Pmpi;
import org.legio.ulfm.ports.Serves;

/**
 * The handler of calls about grids: making them and asking them. Each method has the parameters of
 * the native whose name it bears, with the communicator in place of its handle.
 */
public final class CartTopologies {
  private final Context context;
  private final Pmpi pmpi;
  private final CommunicatorRegistry registry;
  private final TopologyMaker maker;
  private final Answers answers;

  public CartTopologies(Context context, CommunicatorRegistry registry, CommunicatorMaker maker) {
    this.context = context;
    this.pmpi = context.pmpi();
    this.registry = registry;
    this.maker = new TopologyMaker(context, maker);
    this.answers = new Answers(context.binding());
  }

  /** {@code MPI_Cart_create}: ranks keep their order, and the dead their places. */
  @Serves("mpi.Intracomm.createCart")
  public long createCart(Communicator parent, int[] dims, boolean[] periods, boolean reorder)
      throws Exception {
    int size = answers.of(parent, "createCart", p -> Cart.sizeOf(dims, periods, p.size()));
    return maker.make(
        "createCart",
        parent,
        IntStream.range(0, size).toArray(),
        rank -> new Cart(dims, periods, rank));
  }

  /** {@code MPI_Cart_sub}: the dead keep their places. */
  @Serves("mpi.CartComm.sub")
  public long sub(Communicator parent, boolean[] remainDims) throws Exception {
    if (parent.topology() == null) {
      return pmpi.cartSub(parent.handle(), remainDims);
    }
    Cart cart = answers.of(parent, "sub", p -> Answers.as(Cart.class, p));
    return maker.make(
        "sub",
        parent,
        answers.of(parent, "sub", p -> cart.partOf(remainDims)),
        rank -> cart.part(remainDims, rank));
  }

  /** {@code MPI_Cart_get}. */
  @Serves("mpi.CartComm.getTopo")
  public Object getTopo(Communicator comm) throws Exception {
    return answers.about(
        comm,
        "getTopo",
        c -> {
          Cart cart = Answers.as(Cart.class, c);
          return context
              .binding()
              .topologyObjects()
              .cartParms(cart.dims(), cart.periods(), cart.ownCoords());
        },
        pmpi::cartTopology);
  }

  /** {@code MPI_Cart_rank}. */
  @Serves("mpi.CartComm.getRank")
  public int getRank(Communicator comm, int[] coordinates) throws Exception {
    return answers.about(
        comm,
        "getRank",
        c -> Answers.as(Cart.class, c).rank(coordinates),
        on -> pmpi.cartRank(on, coordinates));
  }

  /** {@code MPI_Cart_coords}. */
  @Serves("mpi.CartComm.getCoords")
  public int[] getCoords(Communicator comm, int rank) throws Exception {
    return answers.about(
        comm,
        "getCoords",
        c -> Answers.as(Cart.class, c).coords(rank),
        on -> pmpi.cartCoords(on, rank));
  }

  /** {@code MPI_Cart_shift}: passes over the dead if the settings say so. */
  @Serves("mpi.CartComm.shift")
  public Object shift(Communicator comm, int direction, int displacement) throws Exception {
    return answers.about(
        comm,
        "shift",
        c -> {
          Cart cart = Answers.as(Cart.class, c);
          boolean bridges = c.policies().inForce().isOn(Setting.CART_BRIDGE);
          IntPredicate isDead = bridges ? isDeadToAllOf(c) : rank -> false;
          return context
              .binding()
              .topologyObjects()
              .shiftParms(
                  cart.livingPartner(direction, -displacement, isDead),
                  cart.livingPartner(direction, displacement, isDead));
        },
        on -> pmpi.cartShift(on, direction, displacement));
  }

  /**
   * The dead members in the view that all members share: by an agreement on the communicator itself
   * or on {@code MPI_COMM_WORLD}. If each member used only its own knowledge, two partners of a
   * shift might name different ranks.
   */
  private IntPredicate isDeadToAllOf(Communicator communicator) {
    int[] own = communicator.substitute().lost();
    int[] worlds = requireNonNull(registry.find(context.binding().commWorld())).substitute().lost();
    int[] members = communicator.members();
    return rank ->
        IntStream.of(own).anyMatch(dead -> dead == rank)
            || IntStream.of(worlds).anyMatch(dead -> dead == members[rank]);
  }

  /** {@code MPI_Cart_map}. */
  @Serves("mpi.CartComm.map")
  public int map(Communicator comm, int[] dims, boolean[] periods) throws Exception {
    return answers.about(
        comm,
        "map",
        c -> Cart.map(dims, c.size(), c.rank()),
        on -> pmpi.cartMap(on, dims, periods));
  }
}
