# A host whose Open MPI has no Java: neither the library nor the classes of its binding.
ARG BASE
FROM ${BASE}
RUN find / -xdev \( -name 'libmpi_java*' -o -name mpi.jar \) -delete
