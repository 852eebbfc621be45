package org.legio.launcher.command;

import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Adds an option's value to its list as it is, also where it is the name of an option of this
 * command: mpirun has options of the same names.
 */
final class VerbatimArgument implements IParameterConsumer {
  @Override
  @SuppressWarnings("JdkObsolete") // picocli's
  public void consumeParameters(Stack<String> left, ArgSpec option, CommandSpec command) {
    if (left.isEmpty()) {
      throw new MissingParameterException(
          command.commandLine(),
          option,
          "Missing required parameter for option '--mpirun-arg' (%s)"
              .formatted(option.paramLabel()));
    }
    List<String> values = option.getValue();
    values.add(left.pop());
  }
}
