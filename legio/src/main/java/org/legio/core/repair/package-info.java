/**
 * The protocol: attempt, agree, repair, attempt again.
 *
 * <p>{@link org.legio.core.repair.ResilientCommunicator} runs it for blocking operations, {@link
 * org.legio.core.repair.PendingOperations} for non-blocking ones, {@link
 * org.legio.core.repair.AgreedBlock} for blocks of calls. Nothing here knows what an operation
 * does.
 */
@NullMarked
package org.legio.core.repair;

import org.jspecify.annotations.NullMarked;
