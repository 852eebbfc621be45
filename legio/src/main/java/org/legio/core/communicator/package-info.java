/** Communicators as the program knows them, found by their handles. */
@NullMarked
package org.legio.core.communicator;

import org.jspecify.annotations.NullMarked;
