/** Links: streams of bytes between two processes that outlive their connections. */
package org.legio.runtime.net;
