/** The cost of the layouts, counted in the in-process runtime. */
package org.legio.evidence;
