package dev.trestle.http;

import java.util.List;

/**
 * The answer to a request that asks for a WebSocket: from then on the listener is told what comes.
 *
 * @param fields further headers of the answer, the chosen subprotocol for one
 * @param limits how much a socket may hold
 */
public record Upgrade(List<Field> fields, SocketLimits limits, SocketListener listener)
    implements Answer {}
