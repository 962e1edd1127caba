package dev.trestle.http;

import java.util.ArrayList;
import java.util.List;

/** What a server sends back: a full response, a streamed one, or the start of a WebSocket. */
public sealed interface Response permits FullResponse, StreamedResponse, WebSocketUpgrade {
  List<Header> headers();

  /** The same response with {@code more} before its own headers. */
  default Response withHeaders(List<Header> more) {
    var all = new ArrayList<>(more);
    all.addAll(headers());
    return switch (this) {
      case FullResponse full -> full.withOnly(all);
      case StreamedResponse streamed ->
          new StreamedResponse(streamed.status(), all, streamed.body());
      case WebSocketUpgrade upgrade ->
          new WebSocketUpgrade(all, upgrade.limits(), upgrade.listener());
    };
  }
}
