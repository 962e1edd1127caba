package dev.trestle.http;

import java.util.List;

/**
 * Accepts a WebSocket. From then on the listener receives what arrives.
 *
 * @param headers further headers of the response, such as the chosen subprotocol
 */
public record WebSocketUpgrade(
    List<Header> headers, WebSocketLimits limits, WebSocketListener listener) implements Response {}
