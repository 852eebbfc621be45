/**
 * Ranks of several processes each: the log of what a rank is told, and the streams and effects that
 * its replicas share.
 */
package org.legio.runtime.replica;
