package org.legio.runtime.net;

/** The same over encrypted connections. */
class EncryptedPortTest extends PortTest {
  @Override
  boolean isEncrypted() {
    return true;
  }
}
