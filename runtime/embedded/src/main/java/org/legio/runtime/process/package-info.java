/** One process of the embedded runtime: the ports, on the memory of its job. */
package org.legio.runtime.process;
