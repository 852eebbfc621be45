/** What the layouts cost: counted in the in-process runtime, and as measured on real Open MPI. */
package org.legio.evidence;
