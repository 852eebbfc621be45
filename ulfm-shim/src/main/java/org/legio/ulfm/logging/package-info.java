/**
 * Stands for {@code java.util.logging} in JNA, so that a rank starts without it. When Legio is
 * built, JNA's classes are made to use these two instead. They have what JNA uses, and no more.
 */
@NullMarked
package org.legio.ulfm.logging;

import org.jspecify.annotations.NullMarked;
