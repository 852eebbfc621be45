package org.legio.runtime.hosts;

/**
 * What a link to another host has done.
 *
 * @param host the number of the other one
 * @param receivedBytes what that one's processes have sent to processes of this host, by any way
 * @param broken how many connections of the daemons have broken
 * @param roundTripNs the shortest time from a frame to its acknowledgment; 0 if none is known
 */
public record LinkFigures(int host, long receivedBytes, int broken, long roundTripNs) {}
