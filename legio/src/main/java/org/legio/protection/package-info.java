/**
 * A job under protection, put together: the one place that knows all handlers, and that none of
 * them knows.
 */
@NullMarked
package org.legio.protection;

import org.jspecify.annotations.NullMarked;
