package org.legio.faults;

/** The datatypes and operations of a runtime, by handle, as the binding's natives take them. */
interface Fabric {

  /** The handle of the type of a buffer's items. */
  long type(Form form) throws Exception;

  /** The handle of a type of one number of 4 bytes, and a gap behind it up to the n-th. */
  long every(int step) throws Exception;

  /** The base type of a buffer's items, as the binding numbers them. */
  int baseType(Form form);

  /** The {@code mpi.Op} of a reduction. */
  Object operation(Reduction reduction, Form form) throws Exception;

  /** The numbers in what a question about a topology is answered with, one after the other. */
  int[] numbers(Object answer);

  /** The handle of a reduction. */
  long operationHandle(Reduction reduction, Form form) throws Exception;
}
