/**
 * Messages between two ranks, on the alias itself, and the requests of all operations.
 *
 * <p>They are never repaired: a message whose partner is dead is tried again, skipped, or ends the
 * job, by policy. {@link org.legio.core.message.MessageProtocol} decides.
 */
@NullMarked
package org.legio.core.message;

import org.jspecify.annotations.NullMarked;
