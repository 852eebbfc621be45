/** The commands of {@code bin/legio} and their options. */
@NullMarked
package org.legio.launcher.command;

import org.jspecify.annotations.NullMarked;
