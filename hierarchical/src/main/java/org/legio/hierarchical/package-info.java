/**
 * The hierarchical layout: local, global and POV communicators (thesis, chapter 4). Its place in
 * the build; the flat layout of {@code org.legio.core} serves all communicators so far.
 */
package org.legio.hierarchical;
