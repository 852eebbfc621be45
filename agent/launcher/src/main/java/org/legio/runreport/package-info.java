/** What has happened in a job, as one page; see {@code docs/user/seeing.md}. */
@NullMarked
package org.legio.runreport;

import org.jspecify.annotations.NullMarked;
