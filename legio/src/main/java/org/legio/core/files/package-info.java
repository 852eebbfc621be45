/**
 * Files that survive the death of ranks: each member has a handle of its own, and what the members
 * do together they agree on. See {@code docs/design/files.md}.
 */
@NullMarked
package org.legio.core.files;

import org.jspecify.annotations.NullMarked;
