package org.legio.observability.mbeans;

import java.util.List;
import java.util.Map;

/** What JMX shows of a rank, as it knows it: {@code org.legio:type=Resilience}. */
public interface ResilienceMXBean {
  /** This rank, in {@code MPI_COMM_WORLD}. */
  int getRank();

  /** How many ranks {@code MPI_COMM_WORLD} has, the dead included. */
  int getRanks();

  /** The ranks of {@code MPI_COMM_WORLD} that are known to be dead, ascending. */
  List<Integer> getFailedRanks();

  /** How many they are, for monitors that know numbers only. */
  int getFailedRankCount();

  /** How many communicators have been repaired. */
  int getRepairs();

  /** How long that took in all, in milliseconds. */
  double getRepairMilliseconds();

  /** By call, how many operations have been skipped. */
  Map<String, Integer> getSkippedOperations();

  /** How many that is in all. */
  int getSkippedOperationCount();

  /** By call, how many attempts have been repeated. */
  Map<String, Integer> getRepeatedOperations();

  /** How many that is in all. */
  int getRepeatedOperationCount();

  /** How many operations needed no decision: their data went over a board. */
  long getPublished();

  /** How often it was decided by votes on a board whether an operation has succeeded. */
  long getVotes();

  /** How often by agreements of MPI's. */
  long getAgreements();

  /** How many deaths of processes no rank has noticed, because a replica lives. */
  int getMaskedDeaths();

  /** How often processes have been restarted. */
  int getRestarts();

  /** How many bytes of messages, votes and decisions there have been, where ranks share them. */
  long getKeptBytes();

  /** How full the fullest part of the room for them is, from 0 to 1. */
  double getKeptFullness();

  /** How many decisions the slowest replica of any rank is behind the fastest of its rank. */
  long getDecisionsBehind();
}
