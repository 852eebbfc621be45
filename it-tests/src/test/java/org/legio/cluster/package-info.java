/** Jobs over several hosts, each a container; their behaviour when a host or its network fails. */
package org.legio.cluster;
