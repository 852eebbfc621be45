package org.legio.launcher.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.legio.runtime.shm.HostMap;
import org.legio.runtime.shm.ReplicaGroups;

/** A process that has lost its host gets another one. */
class HostRoomsTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "spare");

  private final Set<Integer> ended = new HashSet<>();
  private final Set<Integer> lost = new HashSet<>(Set.of(0));

  private HostRooms.Plan plan(HostRooms rooms) {
    return rooms.plan(host -> !lost.contains(host), ended);
  }

  private static HostRooms rooms(int replicas, int[] slots, int... hostOf) {
    HostMap map = new HostMap(NAMES, hostOf, 0);
    return new HostRooms(map, ReplicaGroups.uniform(hostOf.length / replicas, replicas), slots);
  }

  @Test
  void theHostWithMostFreeSlotsIsTaken() {
    HostRooms.Plan plan = plan(rooms(1, new int[] {2, 3, 2, 2}, 0, 0, 1, 2));
    assertThat(plan.place(0)).hasValue(1);
    assertThat(plan.place(1)).hasValue(3);
  }

  @Test
  void noHostHasMoreThanItsSlots() {
    HostRooms.Plan plan = plan(rooms(1, new int[] {2, 1, 2, 0}, 0, 0, 1, 2));
    assertThat(plan.place(0)).hasValue(2);
    assertThat(plan.place(1)).isEmpty();
  }

  @Test
  void aProcessThatHasEndedTakesNoSlot() {
    ended.add(1);
    HostRooms.Plan plan = plan(rooms(1, new int[] {1, 1, 1, 0}, 0, 1, 2));
    assertThat(plan.place(0)).hasValue(1);
  }

  @Test
  void noProcessComesBesideAReplicaOfItsRank() {
    HostRooms rooms = rooms(2, new int[] {4, 9, 4, 4}, 0, 1, 0, 1);
    assertThat(rooms.siblings(2)).containsExactly(3);
    HostRooms.Plan plan = plan(rooms);
    assertThat(plan.place(0)).hasValue(2);
    assertThat(plan.place(2)).hasValue(3);
    lost.addAll(List.of(2, 3));
    assertThat(plan(rooms).place(0)).isEmpty();
  }

  @Test
  void aProcessStaysWhereItHasBeenMoved() {
    HostRooms rooms = rooms(1, new int[] {1, 1, 1, 1}, 0, 1, 2);
    rooms.move(0, 3);
    assertThat(rooms.processesOf(0)).isEmpty();
    assertThat(rooms.processesOf(3)).containsExactly(0);
    assertThat(plan(rooms).place(1)).isEmpty();
  }

  /** Daemons have been told the first plan, and begin nothing of it before the second one. */
  @Test
  void aPlanIsKeptAsFarAsItsHostsLive() {
    HostRooms rooms = rooms(1, new int[] {2, 1, 2, 0}, 0, 0);
    HostRooms.Plan first = plan(rooms);
    assertThat(first.place(0)).hasValue(2);
    assertThat(first.place(1)).hasValue(1);
    lost.add(2);
    HostRooms.Plan second = plan(rooms);
    assertThat(second.place(0)).isEmpty();
    assertThat(second.place(1)).hasValue(1);
  }
}
