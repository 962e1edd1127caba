package dev.trestle.platform.heartbeat;

import java.time.Instant;
import java.util.List;

/**
 * A server's last heartbeat.
 *
 * @param server an id that no other server has, and no later run of this one
 * @param host where it runs
 * @param secrets a fingerprint of its secrets, the same on all servers
 * @param beat how many heartbeats it has written
 * @param connections its open sockets and live streams
 * @param unsent how many of its signals are known not to have reached others
 * @param signingKeys the ids of the keys that it signs tokens with now
 * @param ttl when it is deleted, unless the server goes on
 */
public record Heartbeat(
    String server,
    String host,
    String version,
    String secrets,
    Instant startedAt,
    Instant beatAt,
    long beat,
    long connections,
    long unsent,
    List<String> signingKeys,
    Instant ttl) {}
