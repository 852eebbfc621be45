/**
 * Jobs over several hosts, each a container; what becomes of them when a host or its network fails.
 */
package org.legio.cluster;
