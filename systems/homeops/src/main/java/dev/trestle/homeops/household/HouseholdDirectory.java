package dev.trestle.homeops.household;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.Identity;
import dev.trestle.homeops.model.HouseholdMembers.Profile;
import dev.trestle.homeops.model.Households;
import dev.trestle.homeops.model.Households.ChatLink;
import dev.trestle.homeops.model.Households.Household;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.model.Promises;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Finds and changes households. A user has a separate member id in each household. Reads are cached
 * for five minutes and invalidated on every server by a change.
 */
public final class HouseholdDirectory implements AutoCloseable {
  public static final int MEMBERS_MAX = 20;
  private static final int HOUSEHOLDS_MAX = 1000;
  public static final int NAME_LENGTH_MAX = 60;
  public static final String DEFAULT_ZONE = "Europe/Stockholm";

  private static final Duration FIRST_PLAN = Duration.ofDays(1);
  private static final String TOPIC = "homeops-households";
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final int CACHED_MAX = 20_000;
  private static final int ATTEMPTS_MAX = 20;
  private static final int INVITE_LENGTH = 10;
  private static final String INVITE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
  private static final long MEMBER_ID_MAX = 1_000_000_000_000L;

  private final Store store;
  private final Ids ids;
  private final RandomGenerator random;
  private final InstantSource clock;
  private final Signals signals;
  private final Signals.Subscription subscription;
  private final Cache<ChatId, ChatLink> links = cache();
  private final Cache<HouseholdId, Household> households = cache();

  public HouseholdDirectory(
      Store store, Ids ids, RandomGenerator random, InstantSource clock, Signals signals) {
    this.store = store;
    this.ids = ids;
    this.random = random;
    this.clock = clock;
    this.signals = signals;
    this.subscription = signals.subscribe(TOPIC, new Changes());
  }

  private static <K, V> Cache<K, V> cache() {
    return Caffeine.newBuilder().maximumSize(CACHED_MAX).expireAfterWrite(KEPT).build();
  }

  /** A member of a household. */
  public record Membership(Home home, MemberId member) {}

  /**
   * Makes a household with one chat and its first member. If the chat has a household by now, the
   * member joins that one.
   */
  public Membership create(NewHousehold wanted, Person person, String name) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var chat = wanted.chatId().orElseGet(() -> ChatId.next(ids));
    var household =
        new Household(
            HouseholdId.next(ids),
            wanted.name(),
            wanted.zone(),
            wanted.language(),
            List.of(chat),
            Map.of(),
            invite(),
            now,
            0);
    var founding =
        new Households.Founding(
            household,
            firstPlan(household.household(), now),
            new Households.Invite(household.invite(), household.household()),
            new ChatLink(chat, household.household(), wanted.source(), Optional.empty()));
    if (store.run(Households.FOUND, founding).isDone()) {
      return join(household.household(), person, name);
    }
    var existing =
        store
            .run(Households.CURRENT_CHAT, new Households.OfChat(chat))
            .orElseThrow(() -> new Refusal.Busy());
    return join(existing.household(), person, name);
  }

  private static Households.Plan firstPlan(HouseholdId household, Instant now) {
    return new Households.Plan(
        household,
        Math.floorMod(household.value().hashCode(), Promises.DUE_SHARDS),
        now.plus(FIRST_PLAN),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  private String invite() {
    var code = new StringBuilder();
    for (int i = 0; i < INVITE_LENGTH; i++) {
      code.append(INVITE_ALPHABET.charAt(random.nextInt(INVITE_ALPHABET.length())));
    }
    return code.toString();
  }

  /** The household that an invite leads to. */
  public HouseholdId invited(String invite) {
    if (!invite.matches("[0-9a-z]{1,16}")) {
      throw new Refusal.NotFound("invite");
    }
    return store
        .run(Households.FIND_INVITE, new Households.OfInvite(invite))
        .map(Households.Invite::household)
        .orElseThrow(() -> new Refusal.NotFound("invite"));
  }

  /** Makes a user a member with this name, unless they are one already. */
  public Membership join(HouseholdId household, Person person, String name) {
    var known = identity(person, household);
    var member = known.map(Identity::member).orElseGet(() -> newMember(household, name));
    if (known.isEmpty()) {
      var identity = new Identity(person.source(), person.id(), household, member);
      var added = store.run(HouseholdMembers.ADD_IDENTITY, identity);
      member = added.isDone() ? member : identity(person, household).orElseThrow().member();
    }
    var digits = member.toString();
    var home =
        change(
            household,
            before -> {
              if (before.members().containsKey(digits)) {
                return before;
              }
              if (before.members().size() >= MEMBERS_MAX) {
                throw new Refusal.HouseholdFull(MEMBERS_MAX);
              }
              return withMembers(before, digits, Optional.of(uniqueName(before, name)));
            });
    return new Membership(home, member);
  }

  private MemberId newMember(HouseholdId household, String name) {
    var id = new MemberId(random.nextLong(1, MEMBER_ID_MAX));
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    store.run(HouseholdMembers.SAVE_PROFILE, new Profile(id, name, household, now));
    return id;
  }

  /** Two members with the same name could not be distinguished in a message. */
  private static String uniqueName(Household household, String name) {
    var unique = name;
    for (int i = 2; household.members().containsValue(unique); i++) {
      unique = name + " " + i;
    }
    return unique;
  }

  private static Household withMembers(Household household, String member, Optional<String> name) {
    var members = new HashMap<>(household.members());
    name.ifPresentOrElse(value -> members.put(member, value), () -> members.remove(member));
    return new Household(
        household.household(),
        household.name(),
        household.zone(),
        household.language(),
        household.chats(),
        members,
        household.invite(),
        household.createdAt(),
        household.version());
  }

  private Optional<Identity> identity(Person person, HouseholdId household) {
    return store.run(
        HouseholdMembers.FIND_IDENTITY,
        new HouseholdMembers.OfIdentity(person.source(), person.id(), household));
  }

  /** The member id of a person, if they are a member. */
  public Optional<MemberId> member(Home home, Person person) {
    return identity(person, home.id())
        .map(Identity::member)
        .filter(member -> home.name(member).isPresent());
  }

  /** The memberships of a person. */
  public List<Membership> of(Person person) {
    return begun(person).stream()
        .filter(membership -> membership.home().name(membership.member()).isPresent())
        .toList();
  }

  /** The same, and those that {@link #leave} or {@link #join} was interrupted in. */
  public List<Membership> begun(Person person) {
    var outside = new HouseholdMembers.OfOutside(person.source(), person.id());
    return store.stream(HouseholdMembers.HOUSEHOLDS_OF, outside, HOUSEHOLDS_MAX)
        .flatMap(identity ->
            find(identity.household()).stream()
                .map(home -> new Membership(home, identity.member())))
        .toList();
  }

  /** The household of a chat. */
  public Optional<Home> ofChat(ChatId chatId) {
    return link(chatId).flatMap(link -> find(link.household()));
  }

  /** Which household a chat belongs to, and who serves it. */
  public Optional<ChatLink> link(ChatId chatId) {
    return cached(
        links, chatId, () -> store.run(Households.FIND_CHAT, new Households.OfChat(chatId)));
  }

  /**
   * Reads within the cache, so that {@link #drop} waits for a read that is under way: otherwise a
   * value from before a change could be put into the cache after it.
   */
  private static <K, V> Optional<V> cached(Cache<K, V> cache, K key, Supplier<Optional<V>> read) {
    return Optional.ofNullable(cache.asMap().computeIfAbsent(key, _ -> read.get().orElse(null)));
  }

  public Optional<Home> find(HouseholdId household) {
    return cached(
            households,
            household,
            () -> store.run(Households.FIND, new Households.OfHousehold(household)))
        .map(Home::new);
  }

  /** All chats of the household that a chat belongs to, the one in use first. */
  public List<ChatId> chatsWith(ChatId chatId) {
    return ofChat(chatId).map(Home::chats).orElse(List.of(chatId));
  }

  /**
   * Puts another chat in the place of one. The household goes on listing the old chat. Repeating it
   * has no effect.
   *
   * @return the household; empty if the chat belongs to none
   */
  public Optional<Home> moveChat(ChatId from, ChatId to) {
    var link = store.run(Households.FIND_CHAT, new Households.OfChat(from));
    if (link.isEmpty() || from.equals(to)) {
      return Optional.empty();
    }
    var household = link.get().household();
    var home = change(household, before -> withFirstChat(before, to));
    // The new chat may have a household of its own, if a message there arrived before this one.
    var source = link.get().source();
    store.run(Households.SAVE_CHAT, new ChatLink(to, household, source, Optional.empty()));
    store.run(Households.SAVE_CHAT, new ChatLink(from, household, source, Optional.of(to)));
    changed(to.value());
    changed(from.value());
    return Optional.of(home);
  }

  private static Household withFirstChat(Household household, ChatId chat) {
    if (household.chats().contains(chat)) {
      return household;
    }
    var chats = new ArrayList<ChatId>();
    chats.add(chat);
    chats.addAll(household.chats());
    return new Household(
        household.household(),
        household.name(),
        household.zone(),
        household.language(),
        chats,
        household.members(),
        household.invite(),
        household.createdAt(),
        household.version());
  }

  /** Changes name, zone and language. */
  public Home settings(
      HouseholdId household, String name, String zone, HouseholdLanguage language) {
    return change(
        household,
        before ->
            new Household(
                before.household(),
                name,
                zone,
                language,
                before.chats(),
                before.members(),
                before.invite(),
                before.createdAt(),
                before.version()));
  }

  /**
   * Removes a user's membership. Their activities stay, as those of a former member. The identity
   * goes last: as long as it is there, this can be repeated.
   */
  public void leave(Membership membership, Person person) {
    change(
        membership.home().id(),
        before -> withMembers(before, membership.member().toString(), Optional.empty()));
    store.run(HouseholdMembers.REMOVE_PROFILE, new HouseholdMembers.OfUser(membership.member()));
    store.run(
        HouseholdMembers.REMOVE_IDENTITY,
        new HouseholdMembers.OfIdentity(person.source(), person.id(), membership.home().id()));
  }

  private Home change(HouseholdId household, UnaryOperator<Household> change) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var before =
          store
              .run(Households.CURRENT, new Households.OfHousehold(household))
              .orElseThrow(() -> new Refusal.NotFound("household"));
      var after = change.apply(before);
      if (after.equals(before)) {
        return new Home(before);
      }
      var saved = store.run(Households.SAVE, after).done();
      if (saved.isPresent()) {
        changed(household.value());
        return new Home(saved.get());
      }
    }
    throw new Refusal.Busy();
  }

  private void changed(String id) {
    drop(id);
    signals.publish(TOPIC, id.getBytes(StandardCharsets.UTF_8));
  }

  private void drop(String id) {
    links.invalidate(new ChatId(id));
    households.invalidate(new HouseholdId(id));
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class Changes implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      drop(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void missed() {
      links.invalidateAll();
      households.invalidateAll();
    }
  }
}
