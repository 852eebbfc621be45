package mpi;

/** What a process sees of a file, as {@link File#getView} tells it (MPI 3.1, section 13.3). */
public final class FileView {
  private final long disp;
  private final Datatype etype;
  private final Datatype filetype;
  private final String datarep;

  /**
   * Describes a view.
   *
   * @param disp where the view begins, in bytes from the start of the file
   * @param etype elementary type, the unit of offsets
   * @param filetype pattern of etypes that this process sees
   * @param datarep data representation, such as {@code "native"}
   */
  public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
    this.disp = disp;
    this.etype = etype;
    this.filetype = filetype;
    this.datarep = datarep;
  }

  /**
   * Where the view begins.
   *
   * @return bytes from the start of the file
   */
  public long getDisp() {
    return disp;
  }

  /**
   * The elementary type.
   *
   * @return the unit of offsets
   */
  public Datatype getEType() {
    return etype;
  }

  /**
   * The file type.
   *
   * @return the pattern of etypes that this process sees
   */
  public Datatype getFileType() {
    return filetype;
  }

  /**
   * The data representation.
   *
   * @return its name
   */
  public String getDataRep() {
    return datarep;
  }
}
