package org.legio.agent;

/** What a call does with ranks. */
public enum CallClass {
  /** No other rank takes part. */
  LOCAL,
  /** A message. */
  ONE_TO_ONE,
  /** A root gives to all. */
  ONE_TO_ALL,
  /** All give to a root. */
  ALL_TO_ONE,
  /** All give to all. */
  ALL_TO_ALL,
  /** A rank is an offset into data: gather, scatter and their kin. */
  POSITIONAL,
  /** Makes or ends a communicator. */
  COMM_CREATOR,
  /** One rank's access to a file. */
  FILE,
  /** All ranks' access to a file. */
  FILE_COLLECTIVE,
  /** One rank's access to a window. */
  WINDOW,
  /** All ranks' access to a window. */
  WINDOW_COLLECTIVE,
  /** Completion of requests. */
  REQUEST
}
