package dev.trestle.http;

import java.util.ArrayList;
import java.util.List;

/** What a handler gives back: a whole response, one that is written bit by bit, or a WebSocket. */
public sealed interface Answer permits Response, Streamed, Upgrade {
  List<Field> fields();

  /** The same with these headers before its own. */
  default Answer withFields(List<Field> more) {
    var all = new ArrayList<>(more);
    all.addAll(fields());
    return switch (this) {
      case Response(int status, _, var body, int length) -> new Response(status, all, body, length);
      case Streamed(int status, _, var body) -> new Streamed(status, all, body);
      case Upgrade(_, var limits, var listener) -> new Upgrade(all, limits, listener);
    };
  }
}
