/**
 * Makes the page that shows what has happened in a job; see {@code docs/guide/observability.md}.
 */
@NullMarked
package org.legio.launcher.report;

import org.jspecify.annotations.NullMarked;
