package org.legio.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests an MPI program. The program runs to its end first, each rank in a process of its own,
 * protected by Legio; then the method checks the run. It may have a parameter of type {@link
 * MpiRun}, with the outcome.
 *
 * <pre>{@code
 * @MpiTest(program = App.class, ranks = 4, kill = "2@allReduce:3")
 * void theOthersContinue(MpiRun run) {
 *   assertEquals(List.of(0, 1, 3), run.survivors());
 *   assertTrue(run.output(0).contains("done"));
 * }
 * }</pre>
 *
 * <p>The test fails without running the method if the job cannot be started, exceeds its time, ends
 * with another exit status than {@link #status}, or a planned death never happens. The failure
 * shows the output of all ranks and, after a timeout, their stacks.
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
   * The number of other ranks, without rank 0, that die at calls chosen by a seed; a death whose
   * call is never made does not fail the test.
   */
  int randomKills() default 0;

  /** The calls from which {@link #randomKills} are chosen. */
  String[] calls() default {"allReduce", "bcast", "reduce", "barrier", "send", "recv"};

  /**
   * The number of repetitions, each with another seed. The first seed is the system property {@code
   * legio.seed}, or a random number; the name of each repetition contains its seed.
   */
  int seeds() default 1;

  /** The layout of repairs. */
  Layout layout() default Layout.DEFAULT;

  /** The number of processes of each rank; on the embedded runtime only. */
  int replicas() default 1;

  /** The maximal number of restarts of a lost process; on the embedded runtime only. */
  int restarts() default 0;

  /** Settings of Legio, each {@code key=value}. */
  String[] policies() default {};

  /** More options for the ranks' JVMs. */
  String[] javaOptions() default {};

  /** The expected exit status of the job. */
  int status() default 0;

  /** The time limit of the job. */
  int timeoutSeconds() default 60;
}
