/** The MPI programs that the suite starts. They are the only classes of the suite in their JVMs. */
package org.legio.bench.programs;
