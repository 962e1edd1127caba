package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ConsentSettings;
import dev.trestle.messenger.model.ConsentSettings.ConsentSetting;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether users must be invited to a group, and agree, before they become members. */
public final class Consent {
  private final Store store;
  private final InstantSource clock;

  public Consent(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  public boolean isRequiredBy(UserId user) {
    return store
        .run(ConsentSettings.FIND, new ConsentSettings.OfUser(user))
        .filter(ConsentSetting::invitationRequired)
        .isPresent();
  }

  /** Those of these users that must be invited. */
  Set<UserId> requiredBy(Collection<UserId> users) {
    var keys = users.stream().distinct().map(ConsentSettings.OfUser::new).toList();
    if (keys.isEmpty()) return Set.of();
    return store.run(ConsentSettings.OF_USERS, keys).stream()
        .filter(ConsentSetting::invitationRequired)
        .map(ConsentSetting::userId)
        .collect(Collectors.toSet());
  }

  /** Holds for all requests that begin after this returns. */
  public void set(UserId user, boolean isRequired) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var setting = new ConsentSetting(user, isRequired, now);
    var saving = new ConsentSettings.Saving(setting, new Users.ById(user));
    if (!store.run(ConsentSettings.SAVE, saving).isDone()) {
      throw new Refusal.Unavailable("The setting could not be saved. Try again.");
    }
  }
}
