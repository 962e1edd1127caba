package dev.trestle.messenger.push;

import dev.trestle.accounts.Caller;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Sessions;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.PushDevices;
import dev.trestle.messenger.model.PushDevices.OfUser;
import dev.trestle.messenger.model.PushDevices.PushDevice;
import dev.trestle.messenger.model.PushDevices.Registering;
import dev.trestle.messenger.model.PushDevices.UserPushDevices;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The devices that get push messages: one for each session, at most as many as sessions. */
public final class PushDeviceStore {
  private static final int RACES_MAX = 8;

  private final Store store;
  private final InstantSource clock;

  public PushDeviceStore(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** The devices of a user, by the id of their session. */
  public Map<String, PushDevice> of(UserId user) {
    return live(stored(user));
  }

  private Optional<UserPushDevices> stored(UserId user) {
    return store.run(PushDevices.FIND, new OfUser(user));
  }

  private Map<String, PushDevice> live(Optional<UserPushDevices> stored) {
    return stored
        .filter(each -> each.ttl().isAfter(clock.instant()))
        .map(UserPushDevices::devices)
        .orElse(Map.of());
  }

  Optional<PushDevice> find(UserId user, SessionId session) {
    return Optional.ofNullable(of(user).get(session.value()));
  }

  /** Those of these users who have devices. */
  List<UserPushDevices> of(Collection<UserId> users) {
    if (users.isEmpty()) return List.of();
    return store.run(PushDevices.OF_USERS, users.stream().map(OfUser::new).toList());
  }

  /** Registers the device of the caller's session, in place of an earlier subscription. */
  public void register(Caller caller, PushSubscription subscription) {
    var now = now();
    var device =
        new PushDevice(subscription.endpoint(), subscription.p256dh(), subscription.auth(), now);
    for (int race = 0; race < RACES_MAX; race++) {
      var known = stored(caller.user());
      var devices = new HashMap<>(live(known));
      devices.put(caller.session().value(), device);
      if (devices.size() > Sessions.DEVICES_MAX) removeOldest(devices);
      var changed =
          new UserPushDevices(
              caller.user(),
              Map.copyOf(devices),
              known.map(UserPushDevices::version).orElse(0L),
              now.plus(PushDevices.KEPT_FOR));
      var registering = new Registering(changed, new Users.ById(caller.user()));
      if (store.run(PushDevices.REGISTER, registering).isDone()) return;
    }
    throw new Refusal.Unavailable("This could not be saved. Try again.");
  }

  private static void removeOldest(Map<String, PushDevice> devices) {
    devices.entrySet().stream()
        .min(Comparator.comparing(device -> device.getValue().registeredAt()))
        .map(Map.Entry::getKey)
        .ifPresent(devices::remove);
  }

  /** Forgets the device of a session. */
  public void remove(UserId user, SessionId session) {
    remove(user, session, Optional.empty());
  }

  /** Forgets a subscription that has ended, unless the device has registered another one. */
  void removeEnded(UserId user, SessionId session, PushDevice ended) {
    remove(user, session, Optional.of(ended.endpoint()));
  }

  private void remove(UserId user, SessionId session, Optional<String> endpoint) {
    for (int race = 0; race < RACES_MAX; race++) {
      var known = stored(user);
      var devices = new HashMap<>(live(known));
      var removed = Optional.ofNullable(devices.remove(session.value()));
      if (removed.isEmpty()) return;
      if (endpoint.filter(each -> !each.equals(removed.get().endpoint())).isPresent()) return;
      var before = known.orElseThrow();
      var rest = new UserPushDevices(user, Map.copyOf(devices), before.version(), before.ttl());
      if (store.run(PushDevices.FORGET, rest).isDone()) return;
    }
    throw new Refusal.Unavailable("This could not be saved. Try again.");
  }

  /** Forgets all devices of a user whose account is being closed. */
  public void erase(UserId user) {
    store.run(PushDevices.REMOVE, new OfUser(user));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
