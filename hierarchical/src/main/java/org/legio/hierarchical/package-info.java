/**
 * The hierarchical layout: small local communicators, whose masters exchange what crosses them
 * (thesis, chapter 4).
 */
package org.legio.hierarchical;
