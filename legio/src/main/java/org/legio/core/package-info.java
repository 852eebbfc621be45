/**
 * Resilience, the flat layout: what an unchanged program's calls do instead of failing.
 *
 * <p>The handlers ({@link org.legio.core.Communicators}, {@link org.legio.core.Sends}, ...) have
 * one method for each native of the binding that is protected, with the native's parameters. They
 * find the {@link org.legio.core.Communicator} behind the program's handle and let its {@link
 * org.legio.core.Substitute} do the work.
 */
@NullMarked
package org.legio.core;

import org.jspecify.annotations.NullMarked;
