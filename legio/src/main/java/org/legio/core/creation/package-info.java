/** How communicators are made: of those that are alive, agreed on by all of them. */
@NullMarked
package org.legio.core.creation;

import org.jspecify.annotations.NullMarked;
