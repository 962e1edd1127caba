package dev.trestle.app.server;

import dev.trestle.accounts.Accounts;
import dev.trestle.cli.ProgramVersion;
import dev.trestle.cli.UsageError;
import dev.trestle.console.ConsoleServers;
import dev.trestle.platform.crypto.Hmac;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.heartbeat.Heartbeat;
import dev.trestle.platform.heartbeat.HeartbeatModel;
import dev.trestle.platform.heartbeat.Heartbeats;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.stak.Stak;
import dev.trestle.store.Store;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** This server among those that share its tables. */
final class FleetMembership implements ConsoleServers, Heartbeats.Status, AutoCloseable {
  private static final int SECRET_BYTES = 32;
  private static final int FINGERPRINT_LENGTH = 16;

  /** The most leases of one queue or feed that are shown. */
  private static final int LEASES_MAX = 1000;

  private static final List<String> SIGNING_KEYS =
      List.of(Accounts.SIGNING_KEYS, Stak.SIGNING_KEYS);

  private final Heartbeats heartbeats;
  private final SystemContext context;
  private final Store leaseStore;

  /** Those that this server has, by name; a system creates its own when it is opened. */
  private final Map<String, SigningKeys> signingKeys = new ConcurrentHashMap<>();

  /** Empty while they are being opened. */
  private volatile List<ServedSystem> systems = List.of();

  private volatile List<FollowedTable> relays = List.of();

  private FleetMembership(Heartbeats heartbeats, SystemContext context) {
    this.heartbeats = heartbeats;
    this.context = context;
    this.leaseStore = context.platformStores().leases();
  }

  /**
   * Writes the first heartbeat, and one after the other from then on: starting may take longer than
   * a heartbeat counts.
   *
   * @param server the id of this server, which is also its name among the lease holders
   * @throws UsageError if a running server has other secrets: tokens of one would be refused by the
   *     other
   */
  static FleetMembership join(SystemContext context, String server) {
    var self = new Heartbeats.Self(server, host(), ProgramVersion.read(), fingerprint(context));
    var store = context.store(HeartbeatModel.MODEL);
    var heartbeats = new Heartbeats(store, context.clock(), context.signals(), self);
    for (var other : heartbeats.join()) {
      if (other.secrets().equals(self.secrets())) continue;
      heartbeats.close();
      throw new UsageError(
          "The server on %s (%s) shares these tables and has other secrets."
                  .formatted(other.host(), other.server())
              + " Give all servers the same secrets (--secrets), or other tables"
              + " (--prefix).");
    }
    var membership = new FleetMembership(heartbeats, context);
    heartbeats.start(membership);
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

  /**
   * From now on heartbeats tell how many connections these systems have, and the console shows who
   * holds their leases.
   *
   * @param published the events that are made from feeds of their own
   */
  void serves(List<ServedSystem> opened, Optional<ServerEvents> published) {
    relays = published.map(ServerEvents::feeds).orElse(List.of());
    systems = List.copyOf(opened);
  }

  @Override
  public long connections() {
    return systems.stream().mapToLong(ServedSystem::connections).sum();
  }

  @Override
  public List<String> signingKeys() {
    var now = context.clock().instant();
    return ownKeys().map(keys -> keys.signingKeyId(now)).toList();
  }

  private Stream<SigningKeys> ownKeys() {
    for (var name : SIGNING_KEYS) {
      if (signingKeys.containsKey(name)) continue;
      SigningKeys.existing(context.secrets(), name).ifPresent(keys -> signingKeys.put(name, keys));
    }
    return signingKeys.values().stream();
  }

  /**
   * Looks at the keys that the other servers sign with. Copies of a folder of secrets are equal
   * until the keys of one are rotated.
   *
   * @throws IllegalStateException if this server refuses tokens of another one
   */
  void checkKeys() {
    var own = ownKeys().flatMap(keys -> keys.ids().stream()).collect(Collectors.toSet());
    for (var other : heartbeats.lastSeen()) {
      if (own.containsAll(other.signingKeys())) continue;
      throw new IllegalStateException(
          "The server on %s (%s) signs tokens with a key that this server does not have."
                  .formatted(other.host(), other.server())
              + " Let all servers read their secrets from the same place (--secrets).");
    }
  }

  @Override
  public List<Server> servers() {
    return heartbeats.all().stream()
        .sorted(Comparator.comparing(Heartbeat::startedAt))
        .map(this::view)
        .toList();
  }

  @Override
  public List<Lease> leases() {
    var leases = new ArrayList<Lease>();
    for (var system : systems) {
      for (var queue : system.queues()) {
        leases.addAll(leases(queue, Kind.QUEUE, LeaseModel.queueGroup(queue)));
      }
      for (var feed : system.feeds()) leases.addAll(leases(feed));
    }
    for (var feed : relays) leases.addAll(leases(feed));
    for (var name : context.schedule().dueNames()) {
      leases.addAll(leases(name, Kind.SCHEDULE, LeaseModel.dueGroup(name)));
    }
    return leases;
  }

  private List<Lease> leases(FollowedTable feed) {
    var group = LeaseModel.feedGroup(feed.group(), feed.table());
    return leases(feed.group(), Kind.FEED, group);
  }

  private List<Lease> leases(String work, Kind kind, String group) {
    var shards = new TreeMap<String, Long>();
    try (var found = leaseStore.stream(LeaseModel.ALL, new LeaseModel.OfGroup(group), LEASES_MAX)) {
      found.forEach(item -> {
        if (item instanceof LeaseModel.Lease lease && !lease.done()) {
          shards.merge(lease.owner().orElse(""), 1L, Long::sum);
        }
      });
    }
    return shards.entrySet().stream()
        .map(each -> new Lease(work, kind, owner(each.getKey()), each.getValue()))
        .toList();
  }

  private static Optional<String> owner(String id) {
    return id.isEmpty() ? Optional.empty() : Optional.of(id);
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

  /** Fails if the other servers take this one for stopped. */
  void check() {
    heartbeats.check();
  }

  @Override
  public void close() {
    heartbeats.close();
  }
}
