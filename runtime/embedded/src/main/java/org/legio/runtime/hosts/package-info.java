/**
 * The daemon's part in a job over several hosts: what the processes of one host do is shown in the
 * memory of the others.
 */
package org.legio.runtime.hosts;
