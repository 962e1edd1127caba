package dev.trestle.ecobid.wanted;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.geo.Cover;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.WantedId;
import dev.trestle.ecobid.model.WantedPosts;
import dev.trestle.ecobid.model.WantedPosts.Wanted;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores saved searches, and finds those that match a new item. */
public final class SavedSearches {
  public static final int WORDS_MAX = 8;
  public static final int TEXT_MAX = 80;
  private static final int PER_USER_MAX = 20;
  private static final int PER_CELL_MAX = 20_000;

  /**
   * Saved searches are stored in cells of this precision, and reach no farther than this radius.
   */
  private static final Radius FARTHEST = Radius.KM_25;

  private final Store store;
  private final InstantSource clock;
  private final Ids ids;

  public SavedSearches(Store store, InstantSource clock, Ids ids) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
  }

  public List<Wanted> of(UserId user) {
    return store.stream(WantedPosts.OF_USER, new WantedPosts.OfUser(user), PER_USER_MAX + 1)
        .toList();
  }

  /** Saves a wanted post, whose owner is notified of each match at once. */
  public Wanted post(
      UserId user, String text, Optional<Category> category, GeoPoint place, Radius radius) {
    var words = Words.of(text);
    if (words.isEmpty() || words.size() > WORDS_MAX || text.length() > TEXT_MAX) {
      throw new Refusal.Invalid("words", "One to eight words.");
    }
    if (of(user).size() >= PER_USER_MAX) {
      throw new Refusal.NotNow("20 wanted posts are the most.");
    }
    return save(user, new WantedId(ids.next("wnt_")), words, category, place, radius);
  }

  /**
   * Saves a user's neighbourhood, whose new items are collected in a digest. There is at most one.
   */
  public Wanted watch(UserId user, GeoPoint place, Radius radius) {
    return save(user, neighbourhood(user), Set.of(), Optional.empty(), place, radius);
  }

  public void unwatch(UserId user) {
    remove(user, neighbourhood(user));
  }

  public void remove(UserId user, WantedId wanted) {
    store.run(WantedPosts.REMOVE, new WantedPosts.Of(user, wanted));
  }

  /** The id is derived from the user, so that a second neighbourhood replaces the first. */
  private static WantedId neighbourhood(UserId user) {
    return new WantedId("wnt_" + Ulid.from(user.value().substring("user_".length())));
  }

  private Wanted save(
      UserId user,
      WantedId id,
      Set<String> words,
      Optional<Category> category,
      GeoPoint place,
      Radius radius) {
    if (!place.isServed()) {
      throw new Refusal.Invalid("lat", "There is no market this close to a pole.");
    }
    var wanted =
        new Wanted(
            user,
            id,
            clock.instant().truncatedTo(ChronoUnit.MILLIS),
            words,
            category,
            place.latitude(),
            place.longitude(),
            radius.kilometres(),
            Cell.of(place, 4).hash());
    store.run(WantedPosts.SAVE, wanted);
    return wanted;
  }

  /** Finds the saved searches of other users that a new item matches. */
  public List<Wanted> matching(Item item) {
    var place = item.publicCell().centre();
    var text = Words.of(item.title() + " " + item.description());
    return Cover.of(place, FARTHEST).cells().stream()
        .flatMap(cell ->
            store.stream(WantedPosts.IN_CELL, new WantedPosts.InCell(cell.hash()), PER_CELL_MAX))
        .filter(wanted -> !wanted.user().equals(item.owner()))
        .filter(wanted ->
            wanted.category().filter(item.category()::equals).isPresent()
                || wanted.category().isEmpty())
        .filter(wanted -> isNear(wanted, place))
        .filter(wanted -> Words.match(wanted.words(), text))
        .toList();
  }

  private static boolean isNear(Wanted wanted, GeoPoint place) {
    var from = new GeoPoint(wanted.latitude(), wanted.longitude());
    return from.metresTo(place) <= wanted.kilometres() * 1000.0;
  }
}
