/** What happens, as events of the JDK's Flight Recorder; see {@code docs/user/observability.md}. */
@NullMarked
package org.legio.observability.flight;

import org.jspecify.annotations.NullMarked;
