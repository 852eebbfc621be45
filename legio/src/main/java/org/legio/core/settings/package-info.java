/**
 * What can be set: names, defaults, checks, and what follows from a policy.
 *
 * <p>{@link org.legio.core.settings.Setting} has one row for each setting; {@link
 * org.legio.core.settings.Configuration} reads them from arguments, files and the environment;
 * {@link org.legio.core.settings.CommunicatorPolicies} are a communicator's.
 */
@NullMarked
package org.legio.core.settings;

import org.jspecify.annotations.NullMarked;
