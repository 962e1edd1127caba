package dev.trestle.messenger.people;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.Claims;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.model.Users.User;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Profiles. */
public final class People {
  public static final int NAME_MAX = 64;
  public static final int NUMBERS_MAX = 100;

  private final Store store;
  private final InstantSource clock;

  public People(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Somebody's profile, as it was a moment ago. */
  public Optional<User> find(UserId user) {
    return store.run(Users.M1, new Users.ById(user));
  }

  /**
   * One's own profile.
   *
   * @throws Refused UNAUTHORIZED if there is no such account
   */
  public User me(UserId user) {
    return find(user)
        .orElseThrow(() -> Refused.of(Refused.Code.UNAUTHORIZED, "This account is not there."));
  }

  public User rename(UserId user, String name) {
    var tidy = name.strip();
    if (tidy.isEmpty() || tidy.length() > NAME_MAX || tidy.chars().anyMatch(c -> c < ' ')) {
      throw Refused.invalid("display_name", "1 to 64 characters are expected.");
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return store
        .run(Users.RENAME, new Users.Renaming(user, tidy, now))
        .done()
        .orElseThrow(() -> Refused.of(Refused.Code.UNAUTHORIZED, "This account is not there."));
  }

  /** Profiles of those of these people that there are. */
  public Map<UserId, User> named(Collection<UserId> users) {
    var keys = users.stream().distinct().map(Users.ById::new).toList();
    var found = new LinkedHashMap<UserId, User>();
    if (keys.isEmpty()) return found;
    for (var user : store.run(Users.NAMED, keys)) found.put(user.userId(), user);
    return found;
  }

  /** Who of these numbers is here; one batch of gets. */
  public List<Claims.PhoneClaim> lookUp(List<String> numbers) {
    if (numbers.isEmpty() || numbers.size() > NUMBERS_MAX) {
      throw Refused.invalid("phone_numbers", "1 to 100 numbers are expected.");
    }
    return store.run(Claims.WHO_OF, numbers.stream().distinct().map(Claims.OfPhone::new).toList());
  }
}
