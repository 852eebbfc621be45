/** Jobs over several hosts, each a container; their behavior when a host or its network fails. */
package org.legio.cluster;
