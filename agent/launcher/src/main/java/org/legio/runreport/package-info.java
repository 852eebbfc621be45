/** What has happened in a job, as one page; see {@code docs/user/observability.md}. */
@NullMarked
package org.legio.runreport;

import org.jspecify.annotations.NullMarked;
