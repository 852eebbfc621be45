/** The command {@code bench}, which the launcher finds as a service. */
@NullMarked
package org.legio.bench.command;

import org.jspecify.annotations.NullMarked;
