package dev.trestle.stak.push;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Pushes;
import dev.trestle.stak.model.Pushes.PushChange;
import dev.trestle.stak.model.Pushes.PushDevice;
import dev.trestle.stak.model.Pushes.UserPush;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The devices of known users that get push messages, and what the users have chosen. */
public final class UserPushStore {
  /** The most devices of a user; a further one replaces the one that registered first. */
  public static final int DEVICES_MAX = 10;

  private static final int DEVICE_ID_LENGTH = 32;

  private final Store store;
  private final UserInboxes inboxes;

  public UserPushStore(Store store, UserInboxes inboxes) {
    this.store = store;
    this.inboxes = inboxes;
  }

  public UserPush read(UserInboxKey user) {
    return store.run(Pushes.READ, user).orElseGet(() -> UserPush.empty(user));
  }

  List<UserPush> read(List<UserInboxKey> users) {
    return store.run(Pushes.OF_CHUNK, users);
  }

  /** Registers a browser, again or for the first time. */
  public void register(UserInboxKey user, PushSubscription browser) {
    var device =
        new PushDevice(browser.endpoint(), browser.p256dh(), browser.auth(), inboxes.now());
    change(
        user,
        push -> {
          var devices = new HashMap<>(push.devices());
          devices.put(id(browser.endpoint()), device);
          if (devices.size() > DEVICES_MAX) removeOldest(devices);
          return push.withDevices(devices);
        });
  }

  private static void removeOldest(Map<String, PushDevice> devices) {
    devices.entrySet().stream()
        .min(Comparator.comparing(each -> each.getValue().registeredAt()))
        .map(Map.Entry::getKey)
        .ifPresent(devices::remove);
  }

  /** Forgets a browser. */
  public void remove(UserInboxKey user, String endpoint) {
    if (!read(user).devices().containsKey(id(endpoint))) return;
    change(
        user,
        push -> {
          var devices = new HashMap<>(push.devices());
          devices.remove(id(endpoint));
          return push.withDevices(devices);
        });
  }

  /** What tells the devices of a user apart. */
  public static String id(String endpoint) {
    return Sha256.hex(endpoint).substring(0, DEVICE_ID_LENGTH);
  }

  /**
   * Changes what is stored, whoever else does at the same time.
   *
   * @throws Refusal.NotFound if the user is not known
   */
  public UserPush change(UserInboxKey user, UnaryOperator<UserPush> change) {
    return inboxes.retry(() -> {
      var changed = change.apply(read(user));
      return switch (store.run(Pushes.WRITE, new PushChange(changed, user))) {
        case TransactionOutcome.Done _ -> Optional.of(changed);
        case TransactionOutcome.Refused refused -> {
          var unknown = refused.one(PushChange::user);
          if (unknown.filter(reason -> reason.kind() == Kind.CONDITION_FAILED).isPresent()) {
            throw new Refusal.NotFound(Refusal.Resource.USER);
          }
          yield Optional.empty();
        }
      };
    });
  }
}
