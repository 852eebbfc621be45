package org.legio.core.creation;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.legio.core.collective.Gathering;
import org.legio.core.repair.Context;
import org.legio.core.settings.Words;
import org.legio.ulfm.ports.MpiConstants;
import org.legio.ulfm.ports.UnprotectedCollectives;

/**
 * Sees to it that all members of a communicator name the same policies. Algorithm: gather a hash of
 * what each names; only where these differ, gather the names, find the difference, and throw it at
 * all members. It is a part of an attempt that the members agree on anyway. Protocol: {@code
 * docs/design/policies.md}.
 */
public final class UniformPolicies {
  private static final String NOTHING = "not named";

  private final Context context;

  public UniformPolicies(Context context) {
    this.context = context;
  }

  /**
   * Returns if all members of MPI's communicator name the same, and each only what can be named.
   * Collective over them, in an attempt.
   *
   * @throws Exception the same at all members: the difference, or what is wrong with the names of
   *     the lowest member that names something wrong. Or a death
   */
  public void require(long comm, NamedPolicies own) throws Exception {
    Exception refusal = refusal(comm, own);
    if (refusal != null) {
      throw refusal;
    }
  }

  /**
   * As {@link #require}, but returns the error; null for none.
   *
   * @throws Exception only for a death
   */
  public @Nullable Exception refusal(long comm, NamedPolicies own) throws Exception {
    Map<Integer, String> told = told(comm, own.text());
    for (Map.Entry<Integer, String> each : told.entrySet()) {
      int errorClass = each.getValue().charAt(0);
      if (errorClass != '\n') {
        String where = told.size() == 1 ? "" : " (rank " + each.getKey() + " of MPI_COMM_WORLD)";
        return refusal(errorClass, each.getValue().substring(1) + where);
      }
    }
    if (new TreeSet<>(told.values()).size() > 1) {
      return refusal(MpiConstants.ERR_INFO_VALUE, difference(told));
    }
    return null;
  }

  private Exception refusal(int errorClass, String message) {
    return context.binding().newException(errorClass, "legio: " + message);
  }

  /** What each member names, by its rank in the world; if all name the same, only this one. */
  private Map<Integer, String> told(long comm, String own) throws Exception {
    int[] members = context.world().membersOf(comm);
    Gathering gathering =
        new Gathering(context, new UnprotectedCollectives(context.pmpi(), comm), members.length);
    int hash = own.hashCode() == 0 ? 1 : own.hashCode();
    if (Arrays.stream(complete(gathering.each(hash))).allMatch(each -> each == hash)) {
      return Map.of(context.world().rank(), own);
    }
    int[] lengths = complete(gathering.each(own.length()));
    int[] all = complete(gathering.all(own.chars().toArray(), lengths));
    Map<Integer, String> told = new TreeMap<>();
    int first = 0;
    for (int rank = 0; rank < members.length; rank++) {
      told.put(members[rank], new String(all, first, lengths[rank]));
      first += lengths[rank];
    }
    return told;
  }

  /** MPI may gather without the numbers of a member that dies, which are zeros then. */
  private int[] complete(int[] gathered) throws Exception {
    if (Arrays.stream(gathered).anyMatch(each -> each == 0)) {
      throw context
          .binding()
          .newException(MpiConstants.ERR_PROC_FAILED, "a member has died in the exchange");
    }
    return gathered;
  }

  /** For each key that is named differently: which ranks name which value. */
  static String difference(Map<Integer, String> told) {
    Map<String, Map<String, Collection<Integer>>> ranks = new TreeMap<>();
    told.values().stream()
        .flatMap(String::lines)
        .filter(line -> !line.isEmpty())
        .forEach(line -> ranks.put(line.substring(0, line.indexOf('=')), new LinkedHashMap<>()));
    new TreeMap<>(told)
        .forEach(
            (rank, text) ->
                ranks.forEach(
                    (key, values) ->
                        values
                            .computeIfAbsent(valueOf(key, text), v -> new TreeSet<>())
                            .add(rank)));
    String differing =
        ranks.entrySet().stream()
            .filter(each -> each.getValue().size() > 1)
            .map(each -> each.getKey() + " is " + valuesAndRanks(each.getValue()))
            .collect(Collectors.joining("; "));
    return "the members name different policies: "
        + differing
        + " of MPI_COMM_WORLD; name the same at all of them";
  }

  private static String valueOf(String key, String text) {
    return text.lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElse(NOTHING);
  }

  private static String valuesAndRanks(Map<String, Collection<Integer>> ranks) {
    return ranks.entrySet().stream()
        .map(each -> each.getKey() + " at " + Words.ranks(each.getValue()))
        .collect(Collectors.joining(" and "));
  }
}
