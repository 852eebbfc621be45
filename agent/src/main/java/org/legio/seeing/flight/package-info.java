/** What happens, as events of the JDK's Flight Recorder; see {@code docs/seeing.md}. */
@NullMarked
package org.legio.seeing.flight;

import org.jspecify.annotations.NullMarked;
