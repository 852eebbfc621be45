/** What deaths cost a job that has not run yet, by the ways to survive them. */
@NullMarked
package org.legio.launcher.plan;

import org.jspecify.annotations.NullMarked;
