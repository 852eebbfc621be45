/** A job: what its ranks' JVMs are started with, its process, its input and output, its end. */
@NullMarked
package org.legio.launcher.job;

import org.jspecify.annotations.NullMarked;
