package org.legio.core.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;

class CommunicatorNameTest {
  @Test
  void aNameIsTheProgramsOwn() throws Exception {
    Context context = FakeMpi.ofSize(2).context();
    assertThat(CommunicatorName.of(context, FakeMpi.WORLD, new int[] {0, 1}))
        .isEqualTo("MPI_COMM_WORLD");
    assertThat(CommunicatorName.withKind(context, FakeMpi.WORLD, new int[] {0, 1}))
        .isEqualTo("communicator MPI_COMM_WORLD");
  }

  @Test
  void membersStandForANameThatIsMissing() {
    assertThat(CommunicatorName.byMembers(new int[] {2}))
        .isEqualTo("a communicator without a name (rank 2 of MPI_COMM_WORLD)");
    assertThat(CommunicatorName.byMembers(new int[] {4, 0, 2}))
        .isEqualTo("a communicator without a name (ranks 4, 0, 2 of MPI_COMM_WORLD)");
    assertThat(CommunicatorName.byMembers(IntStream.range(0, 1000).toArray()))
        .isEqualTo(
            "a communicator without a name"
                + " (ranks 0, 1, 2, 3, 4, 5, 6, 7 and 992 others of MPI_COMM_WORLD)");
  }
}
