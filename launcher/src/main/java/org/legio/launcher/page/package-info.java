/** Builds pages and drawings that need no other files. */
package org.legio.launcher.page;
