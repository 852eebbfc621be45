package org.legio.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RepairListenersTest {
  private final RepairListeners listeners = new RepairListeners();
  private final List<String> heard = new ArrayList<>();
  private final RepairRecord repair =
      new RepairRecord(1, "a", new RepairRecord.Loss(List.of(2), List.of(2), 3, 4), "bcast", 5);

  @Test
  void oneThatFailsDoesNotKeepItFromTheOthers() {
    listeners.add(
        each -> {
          throw new StackOverflowError("a listener's own");
        });
    listeners.add(each -> heard.add(each.call()));
    listeners.tell(repair);
    assertThat(heard).containsExactly("bcast");
  }

  @Test
  void oneThatIsRemovedHearsNoMore() {
    Consumer<RepairRecord> listener = each -> heard.add(each.name());
    listeners.add(listener);
    listeners.tell(repair);
    listeners.remove(listener);
    listeners.tell(repair);
    assertThat(heard).containsExactly("a");
  }
}
