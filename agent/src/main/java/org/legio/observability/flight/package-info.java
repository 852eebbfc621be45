/**
 * What happens, as events of the JDK's Flight Recorder; see {@code docs/guide/observability.md}.
 */
@NullMarked
package org.legio.observability.flight;

import org.jspecify.annotations.NullMarked;
