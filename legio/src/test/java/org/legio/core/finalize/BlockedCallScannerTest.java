package org.legio.core.finalize;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.legio.core.FakeMpi;
import org.legio.core.communicator.CommunicatorRegistry;
import org.legio.core.message.RequestTable;

class BlockedCallScannerTest {
  private static final long COMPLETE = 3;
  private static final long REQUEST = 16;

  /** A table that its thread is making larger. */
  private static final class Growing extends RequestTable {
    Growing() {
      super(COMPLETE);
    }

    @Override
    public @Nullable Entry find(long handle, long ticket) {
      throw new ArrayIndexOutOfBoundsException("slot 64 of 64");
    }
  }

  @Test
  void needsNobodyWhileTheTableOfRequestsChanges() {
    FakeMpi mpi = FakeMpi.ofSize(2);
    BlockedCallScanner scanner =
        new BlockedCallScanner(mpi.context(), new CommunicatorRegistry(), new Growing());
    mpi.context().positions().waits().own().begin(REQUEST);
    for (int look = 0; look < 5; look++) {
      scanner.scan();
    }
    assertThat(scanner.waitsFor(1, rank -> true)).isEmpty();
    assertThat(scanner.partners()).isEmpty();
  }
}
