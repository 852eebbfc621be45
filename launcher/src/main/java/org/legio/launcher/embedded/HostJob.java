package org.legio.launcher.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.legio.runtime.net.JobSecret;
import org.legio.runtime.shm.HostMap;

/**
 * What a daemon must know of its job; it comes by its standard input, which nobody else reads.
 *
 * @param secret by which daemons know each other
 * @param hosts where ranks live, seen from the daemon's host
 * @param arguments options and command, as a job on one host takes them
 * @param variables added to the environment of the ranks
 * @param isAtTerminal whether a user types the input
 */
record HostJob(
    JobSecret secret,
    HostMap hosts,
    List<String> arguments,
    Map<String, String> variables,
    boolean isAtTerminal) {

  void write(DataOutputStream to) throws IOException {
    to.write(secret.bytes());
    to.writeUTF(hosts.toString());
    to.writeInt(arguments.size());
    for (String argument : arguments) {
      writeText(to, argument);
    }
    to.writeInt(variables.size());
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      writeText(to, variable.getKey());
      writeText(to, variable.getValue());
    }
    to.writeBoolean(isAtTerminal);
    to.flush();
  }

  static HostJob read(DataInputStream from) throws IOException {
    byte[] secret = new byte[JobSecret.BYTES];
    from.readFully(secret);
    HostMap hosts = HostMap.parse(from.readUTF());
    List<String> arguments = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      arguments.add(readText(from));
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (int left = from.readInt(); left > 0; left--) {
      variables.put(readText(from), readText(from));
    }
    return new HostJob(JobSecret.of(secret), hosts, arguments, variables, from.readBoolean());
  }

  private static void writeText(DataOutputStream to, String text) throws IOException {
    SizedBytes.write(to, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static String readText(DataInputStream from) throws IOException {
    return new String(SizedBytes.read(from), java.nio.charset.StandardCharsets.UTF_8);
  }
}
