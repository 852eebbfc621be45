package org.legio.core;

/** tmp */
public final class Requests {
  Requests(Context context, RequestTable table, AnySource anySource) {}
}
