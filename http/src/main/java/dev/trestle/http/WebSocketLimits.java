package dev.trestle.http;

import java.time.Duration;

/**
 * Limits for one WebSocket.
 *
 * @param messageBytes the longest message that is accepted; a longer one closes the socket
 * @param queuedMessages how many messages may wait to be sent
 * @param queuedBytes how many bytes may wait to be sent
 * @param silence how long the client may send nothing before the socket is closed
 * @param write how long the client may take to receive a message
 */
public record WebSocketLimits(
    int messageBytes, int queuedMessages, long queuedBytes, Duration silence, Duration write) {}
