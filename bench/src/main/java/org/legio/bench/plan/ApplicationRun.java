package org.legio.bench.plan;

import java.util.ArrayList;
import java.util.List;
import org.legio.bench.plan.Run.Program;

/**
 * A job of an application, in which ranks may die one after the other.
 *
 * @param part the part of the suite
 * @param program the application
 * @param work its amount of work, in its own unit
 * @param rounds the number of its rounds, in which deaths are spread evenly
 * @param repetitions how often it is measured if nobody dies
 * @param seconds about how long that takes, in seconds
 */
record ApplicationRun(
    Part part, Class<?> program, int work, int rounds, int repetitions, int seconds) {

  /** The job with the ranks from 1 on as victims; in locals of two, the second is a master. */
  Run of(Variant beneath, int ranks, int round, int deaths) {
    List<String> arguments = new ArrayList<>();
    arguments.add(String.valueOf(work));
    arguments.add(String.valueOf(deaths == 0 ? repetitions : 1));
    for (int victim = 1; victim <= deaths; victim++) {
      arguments.add(victim + "=" + victim * rounds / (deaths + 1));
    }
    String label = "%s (%d %s)".formatted(beneath.name(), deaths, deaths == 1 ? "death" : "deaths");
    Program job = new Program(program, arguments);
    return new Run(part, label, beneath, ranks, round, job, seconds);
  }
}
