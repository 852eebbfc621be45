package org.legio.launcher.job;

import java.util.List;

/**
 * What one host has received from another one.
 *
 * @param from the name of the host that has sent
 * @param to the name of the host that has received
 * @param bytes of all messages between their ranks, with headers
 * @param broken how many connections of the receiver's daemon to the other one have broken
 * @param roundTripMs the shortest that the receiver's daemon has seen; 0 if it has seen none
 */
public record HostTraffic(String from, String to, long bytes, int broken, double roundTripMs) {
  private static final String BETWEEN = " ";

  String line() {
    return String.join(
        BETWEEN,
        List.of(from, to, Long.toString(bytes), Integer.toString(broken), "" + roundTripMs));
  }

  static HostTraffic parse(String line) {
    String[] words = line.split(BETWEEN);
    return new HostTraffic(
        words[0],
        words[1],
        Long.parseLong(words[2]),
        Integer.parseInt(words[3]),
        Double.parseDouble(words[4]));
  }
}
