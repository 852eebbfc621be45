/** Text on its way to people. */
@NullMarked
package org.legio.core.text;

import org.jspecify.annotations.NullMarked;
