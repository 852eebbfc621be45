package org.legio.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of an MPI program. Before the method runs, the program has run to its end: each rank in a
 * process of its own, protected by Legio. The method may have a parameter of type {@link MpiRun},
 * which tells how that was.
 *
 * <pre>{@code
 * @MpiTest(program = App.class, ranks = 4, kill = "2@allReduce:3")
 * void theOthersContinue(MpiRun run) {
 *   assertEquals(List.of(0, 1, 3), run.survivors());
 *   assertTrue(run.output(0).contains("done"));
 * }
 * }</pre>
 *
 * <p>The test fails without running the method if the job cannot be started, is not over in time,
 * ends with another exit status than {@link #status}, or a planned death has not happened. What
 * failed says all that the ranks have printed and, if they were late, their stacks.
 *
 * <p>Jobs run on the embedded runtime; the system property {@code legio.mpi} names another MPI, as
 * {@code bin/legio run --mpi} does.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(MpiTestExtension.class)
public @interface MpiTest {
  /** The class whose {@code main} each rank runs. */
  Class<?> program();

  /** The arguments of that method. */
  String[] arguments() default {};

  /** The number of ranks. */
  int ranks() default 2;

  /** Deaths, each as {@code RANK@CALL[:NTH[:WHEN]][=FAULT]}; all must happen. */
  String[] kill() default {};

  /**
   * So many more ranks, but not rank 0, die at calls that a seed chooses; these need not happen.
   */
  int randomKills() default 0;

  /** The calls at which ranks may die by {@link #randomKills}. */
  String[] calls() default {"allReduce", "bcast", "reduce", "barrier", "send", "recv"};

  /**
   * How often the test is repeated, each time with another seed. The first is the system property
   * {@code legio.seed}, or else a random number; the name of each repetition tells its own.
   */
  int seeds() default 1;

  /** How the ranks are laid out. */
  Layout layout() default Layout.DEFAULT;

  /** How many processes each rank has; on the embedded runtime only. */
  int replicas() default 1;

  /** How often a lost process is restarted; on the embedded runtime only. */
  int restarts() default 0;

  /** Settings of Legio, each {@code key=value}. */
  String[] policies() default {};

  /** More options for the ranks' JVMs. */
  String[] javaOptions() default {};

  /** The exit status that the job has to end with. */
  int status() default 0;

  /** How long the job may take. */
  int timeoutSeconds() default 60;
}
