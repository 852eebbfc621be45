/** The cost of the layouts: counted in the in-process runtime, and measured on real Open MPI. */
package org.legio.evidence;
