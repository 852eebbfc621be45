/** What programs may ask Legio, if they like. */
@NullMarked
package org.legio;

import org.jspecify.annotations.NullMarked;
