/** Pages and drawings that need nothing else. */
package org.legio.page;
