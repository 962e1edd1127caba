package dev.trestle.app.server;

import dev.trestle.app.config.UsageError;
import dev.trestle.console.ConsoleServers;
import dev.trestle.platform.crypto.Hmac;
import dev.trestle.platform.heartbeat.Heartbeat;
import dev.trestle.platform.heartbeat.HeartbeatModel;
import dev.trestle.platform.heartbeat.Heartbeats;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;

/** This server among those that share its tables. */
final class FleetMembership implements ConsoleServers, AutoCloseable {
  private static final int SECRET_BYTES = 32;
  private static final int FINGERPRINT_LENGTH = 16;

  private final Heartbeats heartbeats;

  /** Empty while they are being opened. */
  private volatile List<ServedSystem> systems = List.of();

  private FleetMembership(Heartbeats heartbeats) {
    this.heartbeats = heartbeats;
  }

  /**
   * Writes the first heartbeat, and one after the other from then on: starting may take longer than
   * a heartbeat counts.
   *
   * @throws UsageError if a running server has other secrets: tokens of one would be refused by the
   *     other
   */
  static FleetMembership join(SystemContext context) {
    var self =
        new Heartbeats.Self(
            context.ids().next("srv_"), host(), ProgramVersion.read(), fingerprint(context));
    var store = context.store(HeartbeatModel.MODEL);
    var heartbeats = new Heartbeats(store, context.clock(), context.signals(), self);
    for (var other : heartbeats.join()) {
      if (other.secrets().equals(self.secrets())) continue;
      heartbeats.close();
      throw new UsageError(
          "The server on %s (%s) shares these tables and has other secrets."
                  .formatted(other.host(), other.server())
              + " Give all servers the same folder of secrets (--secrets), or other tables"
              + " (--prefix).");
    }
    var membership = new FleetMembership(heartbeats);
    heartbeats.start(membership::connections);
    return membership;
  }

  /** The key that signs cursors never changes, and says nothing about itself here. */
  private static String fingerprint(SystemContext context) {
    var key = context.secrets().bytes(SystemContext.CURSOR_SECRET, SECRET_BYTES);
    return new Hmac(key).hex("fingerprint", "servers").substring(0, FINGERPRINT_LENGTH);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** From now on heartbeats tell how many connections these systems have. */
  void serves(List<ServedSystem> opened) {
    systems = List.copyOf(opened);
  }

  private long connections() {
    return systems.stream().mapToLong(ServedSystem::connections).sum();
  }

  @Override
  public List<Server> servers() {
    return heartbeats.all().stream()
        .sorted(Comparator.comparing(Heartbeat::startedAt))
        .map(this::view)
        .toList();
  }

  private Server view(Heartbeat heartbeat) {
    return new Server(
        heartbeat.server(),
        heartbeat.host(),
        heartbeat.version(),
        heartbeat.startedAt(),
        heartbeat.beatAt(),
        heartbeat.connections(),
        heartbeats.isFresh(heartbeat),
        heartbeat.server().equals(heartbeats.server()));
  }

  @Override
  public void close() {
    heartbeats.close();
  }
}
