/**
 * The Java agent: takes the place of the binding's natives, row by row of the {@link
 * org.legio.agent.CallTable}, and lets every abnormal end of the JVM be noticed at once.
 *
 * <p>All classes of Legio live in the application class loader, as the agent's jar is appended to
 * the program's class path; {@code docs/design/class-loaders.md} tells why.
 */
@NullMarked
package org.legio.agent;

import org.jspecify.annotations.NullMarked;
