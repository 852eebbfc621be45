/**
 * The Java agent: replaces the binding's natives, as the rows of the {@link
 * org.legio.agent.CallTable} say, and makes every abnormal end of the JVM look like a crash, so
 * that the other ranks notice it at once.
 *
 * <p>All classes of Legio live in the application class loader, as the agent's jar is appended to
 * the program's class path; {@code docs/design/class-loaders.md} tells why.
 */
@NullMarked
package org.legio.agent;

import org.jspecify.annotations.NullMarked;
