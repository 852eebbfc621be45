/**
 * The memory of an embedded job, one file that its processes share: rings for messages, votes, and
 * how each process is.
 */
package org.legio.runtime.shm;
