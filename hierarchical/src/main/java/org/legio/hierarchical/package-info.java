/**
 * The hierarchical layout: small local communicators, and messages between their masters for data
 * that crosses locals (thesis, chapter 4).
 */
package org.legio.hierarchical;
