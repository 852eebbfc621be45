package org.legio.inprocess;

/** The files of a job, in memory. */
final class FileSystem {}
