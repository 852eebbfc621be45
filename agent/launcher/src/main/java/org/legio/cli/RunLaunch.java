package org.legio.cli;

/**
 * What only the launcher knows of a run.
 *
 * @param program java's arguments, quoted for a shell
 * @param status mpirun's exit status
 * @param seconds how long mpirun ran
 */
record RunLaunch(String program, int status, double seconds) {}
