package org.legio.runtime.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The native of {@code mpi.Constant}: tells the binding the values of MPI's constants. */
final class ConstantNatives extends Calls {
  private static final String TABLE = "constants.properties";

  ConstantNatives(RankState state) {
    super(state);
  }

  void setConstant(Object self) {
    Properties table = table();
    for (String name : table.stringPropertyNames()) {
      BindingFields.set(self, name, Integer.parseInt(table.getProperty(name)));
    }
  }

  static Properties table() {
    Properties table = new Properties();
    try (InputStream in = ConstantNatives.class.getResourceAsStream(TABLE)) {
      table.load(java.util.Objects.requireNonNull(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }
}
