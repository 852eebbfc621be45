package org.legio.ulfm.ports;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The values of the constants that the binding asks its native half for, as Open MPI has them. */
public final class ConstantTable {
  private static final String TABLE = "constants.properties";

  private ConstantTable() {}

  /** The values by the names of the fields of {@code mpi.Constant}. */
  public static Properties read() {
    Properties table = new Properties();
    try (InputStream in = ConstantTable.class.getResourceAsStream(TABLE)) {
      table.load(Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }
}
