package dev.trestle.http;

import java.time.Duration;

/**
 * How much a WebSocket may take.
 *
 * @param messageBytes the longest message that comes in; a longer one closes the socket
 * @param queuedMessages how many messages may wait to be sent
 * @param queuedBytes how many bytes may wait to be sent
 * @param silence how long nothing may come in before the socket is closed
 * @param write how long the other side may take to receive a message
 */
public record SocketLimits(
    int messageBytes, int queuedMessages, long queuedBytes, Duration silence, Duration write) {}
