package dev.trestle.ecobid.profile;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.Blocks;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.Profiles.Profile;
import dev.trestle.ecobid.model.ReportId;
import dev.trestle.ecobid.model.Reports;
import dev.trestle.ecobid.model.Reports.Report;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The profiles, blocks and reports of users. */
public final class UserProfiles {
  public static final int NAME_MAX = 50;
  public static final int REPORT_MAX = 2000;
  private static final int KNOWN_MAX = 100_000;
  private static final int BLOCKS_MAX = 5_000;
  private static final Duration REPORT_KEPT = Duration.ofDays(365);
  private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("yyyy-MM");

  /** The reason for a report. */
  public enum Reason {
    SPAM,
    MISLEADING,
    FORBIDDEN,
    HARASSMENT,
    OTHER
  }

  private final Store store;
  private final InstantSource clock;
  private final Ids ids;

  /** Users who are known to have a profile, to save a read per call. */
  private final Cache<UserId, Boolean> known = Caffeine.newBuilder().maximumSize(KNOWN_MAX).build();

  public UserProfiles(Store store, InstantSource clock, Ids ids) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
  }

  /** Creates a profile for a user who has none, with this name. */
  public void ensure(UserId user, Supplier<String> name) {
    if (known.getIfPresent(user) != null) return;
    if (find(user).isEmpty()) {
      var profile =
          new Profile(
              user,
              shortened(name.get()),
              clock.instant().truncatedTo(ChronoUnit.MILLIS),
              0,
              0,
              0,
              0,
              0,
              0,
              Set.of(),
              Optional.empty());
      store.run(Profiles.CREATE, profile);
    }
    known.put(user, true);
  }

  /** Erases the profile. */
  void erase(UserId user) {
    store.run(Profiles.ERASE, new Profiles.OfUser(user));
    known.invalidate(user);
  }

  private static String shortened(String name) {
    var text = name.strip();
    if (text.isEmpty()) return "Neighbour";
    return text.codePointCount(0, text.length()) <= NAME_MAX
        ? text
        : text.substring(0, text.offsetByCodePoints(0, NAME_MAX));
  }

  public Optional<Profile> find(UserId user) {
    return store.run(Profiles.FIND, new Profiles.OfUser(user));
  }

  public Profile get(UserId user) {
    return find(user).orElseThrow(() -> new Refusal.NotFound("user"));
  }

  public Map<UserId, Profile> find(Collection<UserId> users) {
    var keys = users.stream().distinct().map(Profiles.OfUser::new).toList();
    if (keys.isEmpty()) return Map.of();
    return store.run(Profiles.FIND_ALL, keys).stream()
        .collect(Collectors.toMap(Profile::user, profile -> profile));
  }

  public Profile edit(UserId user, Optional<String> name, Optional<Set<NotificationKind>> muted) {
    var before = get(user);
    var text = name.map(String::strip).orElse(before.displayName());
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > NAME_MAX) {
      throw new Refusal.Invalid("display_name", "A name of 1 to 50 characters.");
    }
    var editing = new Profiles.Editing(user, text, muted.orElse(before.muted()));
    return store.run(Profiles.EDIT, editing).done().orElseThrow(() -> new Refusal.NotFound("user"));
  }

  /**
   * Blocks or unblocks another user. While blocked, neither sees the other's items.
   *
   * @throws Refusal.Busy if it could not be stored now
   */
  public void block(UserId user, UserId other, boolean isBlocked) {
    if (user.equals(other)) {
      throw new Refusal.Invalid("user", "You cannot block yourself.");
    }
    var setting = Blocks.Setting.of(new Blocks.Mine(user, other, isBlocked));
    if (!store.run(Blocks.SET, setting).isDone()) throw new Refusal.Busy();
  }

  /** Returns the users whose items this user does not see. */
  public Set<UserId> hiddenFrom(UserId user) {
    return store.stream(Blocks.OF_USER, new Blocks.OfUser(user), BLOCKS_MAX)
        .filter(Blocks.Block::isInForce)
        .map(Blocks.Block::other)
        .collect(Collectors.toSet());
  }

  /** The profiles of those whom this user blocks. Who blocks this user is not told. */
  public List<Profiles.Profile> blockedBy(UserId user) {
    var others =
        store.stream(Blocks.OF_USER, new Blocks.OfUser(user), BLOCKS_MAX)
            .filter(Blocks.Block::isByUser)
            .map(Blocks.Block::other)
            .toList();
    var known = find(others);
    return others.stream()
        .flatMap(other -> Optional.ofNullable(known.get(other)).stream())
        .toList();
  }

  public boolean isBlocked(UserId user, UserId other) {
    return store
        .run(Blocks.FIND, new Blocks.Of(user, other))
        .filter(Blocks.Block::isInForce)
        .isPresent();
  }

  public ReportId report(
      UserId user, Optional<ItemId> item, Optional<UserId> person, Reason reason, String text) {
    if (item.isEmpty() == person.isEmpty()) {
      throw new Refusal.Invalid("item_id", "Report an item or a user.");
    }
    if (text.length() > REPORT_MAX) {
      throw new Refusal.Invalid("text", "At most 2000 characters.");
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var id = new ReportId(ids.next("rep_"));
    store.run(
        Reports.ADD,
        new Report(
            MONTH.format(now.atZone(ZoneOffset.UTC)),
            now,
            id,
            user,
            item,
            person,
            reason.name(),
            text.strip(),
            now.plus(REPORT_KEPT)));
    return id;
  }
}
