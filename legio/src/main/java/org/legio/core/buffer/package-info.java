/**
 * Memory for messages: copies of a program's buffers that outlive an attempt, and received blocks
 * that move when ranks are missing.
 */
@NullMarked
package org.legio.core.buffer;

import org.jspecify.annotations.NullMarked;
