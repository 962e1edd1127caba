package dev.trestle.accounts.profile;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Claims;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and changes profiles, and finds users by phone number. */
public final class Profiles {
  /** The most numbers in one lookup. */
  public static final int NUMBERS_MAX = 100;

  private static final int NAME_MAX = 64;

  private final Store store;
  private final InstantSource clock;

  public Profiles(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** A user's profile. It may be a moment old. */
  public Optional<Profile> find(UserId user) {
    return store.run(Users.BY_ID, new Users.ById(user)).map(Profiles::profile);
  }

  /** The profiles of those users that exist, read in batches. */
  public Map<UserId, Profile> find(Collection<UserId> users) {
    var keys = users.stream().distinct().map(Users.ById::new).toList();
    var found = new LinkedHashMap<UserId, Profile>();
    if (keys.isEmpty()) return found;
    for (var user : store.run(Users.BY_IDS, keys)) found.put(user.userId(), profile(user));
    return found;
  }

  private static Profile profile(User user) {
    return new Profile(
        user.userId(), user.displayName(), user.createdAt(), user.phoneNumber().isEmpty());
  }

  /**
   * The account of a user who is signed in.
   *
   * @throws Refusal.NotSignedIn if there is no such account
   */
  public User account(UserId user) {
    return store.run(Users.BY_ID, new Users.ById(user)).orElseThrow(Profiles::noAccount);
  }

  public User rename(UserId user, String name) {
    var stripped = name.strip();
    if (stripped.isEmpty() || stripped.length() > NAME_MAX || hasControlCharacter(stripped)) {
      throw new Refusal.InvalidField("display_name", "Enter 1 to 64 characters.");
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return store
        .run(Users.RENAME, new Users.Renaming(user, stripped, now))
        .done()
        .orElseThrow(Profiles::noAccount);
  }

  private static boolean hasControlCharacter(String text) {
    return text.chars().anyMatch(c -> c < ' ');
  }

  static Refusal noAccount() {
    return new Refusal.NotSignedIn("This account does not exist.");
  }

  /** Which of these numbers have an account that is not archived. */
  public List<Claims.PhoneClaim> owners(List<String> numbers) {
    var keys = numbers.stream().distinct().map(Claims.OfPhone::new).toList();
    return store.run(Claims.BY_PHONES, keys).stream()
        .filter(claim -> claim.archivedAt().isEmpty())
        .toList();
  }

  /**
   * The owner of a number, if the account is not archived. A new one may be missing for a moment.
   */
  public Optional<UserId> owner(String number) {
    return store
        .first(Users.BY_PHONE, new Users.ByPhone(number))
        .flatMap(owner -> store.run(Users.BY_ID, new Users.ById(owner.userId())))
        .filter(user -> user.archivedAt().isEmpty())
        .map(User::userId);
  }
}
