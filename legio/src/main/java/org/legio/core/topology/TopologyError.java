package org.legio.core.topology;

/** The errors of questions about topologies, with the classes and the words of Open MPI. */
enum TopologyError {
  /** A rank that the communicator does not have. */
  RANK(6, "MPI_ERR_RANK: invalid rank"),
  /** A question about another kind of topology. */
  TOPOLOGY(11, "MPI_ERR_TOPOLOGY: invalid communicator topology"),
  /** Sizes of dimensions that do not fit. */
  DIMS(12, "MPI_ERR_DIMS: invalid topology dimension"),
  /** Any other argument that does not fit. */
  ARGUMENT(13, "MPI_ERR_ARG: invalid argument of some other kind"),
  /** Open MPI's error for a grid that is empty along a dimension. */
  OTHER(16, "MPI_ERR_OTHER: known error not in list");

  private final int errorClass;
  private final String message;

  TopologyError(int errorClass, String message) {
    this.errorClass = errorClass;
    this.message = message;
  }

  int errorClass() {
    return errorClass;
  }

  String message() {
    return message;
  }

  /** Throws this error if something is wrong. */
  void unless(boolean right) throws InvalidArgument {
    if (!right) {
      throw new InvalidArgument(this);
    }
  }
}
