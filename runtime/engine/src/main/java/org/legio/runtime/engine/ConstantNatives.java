package org.legio.runtime.engine;

import java.util.Properties;
import org.legio.ulfm.ports.ConstantTable;

/** The native of {@code mpi.Constant}: tells the binding the values of MPI's constants. */
final class ConstantNatives extends Calls {

  ConstantNatives(RankState state) {
    super(state);
  }

  void setConstant(Object self) {
    Properties table = ConstantTable.read();
    for (String name : table.stringPropertyNames()) {
      BindingFields.set(self, name, Integer.parseInt(table.getProperty(name)));
    }
  }
}
