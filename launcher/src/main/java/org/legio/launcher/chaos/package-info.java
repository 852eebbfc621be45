/**
 * Deaths by chance: plans them, strikes, and judges how the job has continued. Each run ends, and
 * each plan can be repeated.
 *
 * <ol>
 *   <li>The launcher makes a job folder, in which each rank writes its process id after {@code
 *       MPI_Init}.
 *   <li>In the run without faults the agent's fault injector counts the calls that involve other
 *       ranks.
 *   <li>Ranks kill themselves at calls. For times, the launcher waits for all ids and sends the
 *       signals. Faults that never fired are reported.
 *   <li>At the deadline come SIGQUIT for stacks, the end, and after 5 s the end by force.
 *   <li>Processes that are left 5 s later are killed and make the run wrong.
 *   <li>A rank that aborts first writes why: "ended by policy" means that only policies ended the
 *       job and a rank was to die.
 * </ol>
 */
@NullMarked
package org.legio.launcher.chaos;

import org.jspecify.annotations.NullMarked;
