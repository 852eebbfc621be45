/** What Legio writes to people, and the exit statuses by which it speaks to programs. */
@NullMarked
package org.legio.ulfm.messages;

import org.jspecify.annotations.NullMarked;
