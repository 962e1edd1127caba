package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatCounters.Head;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The chats of a person, the liveliest first, each with its last message and what is unread. */
public final class ChatList {
  /** More chats than anybody has; the seed reckons with less than 1000. */
  private static final int CHATS_MAX = 2000;

  /** Where a chat stands in the list. */
  public record Place(Instant activity, ChatId chatId) {}

  /** A chat in the list. */
  public record Line(
      Chat chat,
      Membership membership,
      Optional<Head> head,
      Optional<Message> lastMessage,
      long unread,
      Place place) {}

  /** Some lines, and whether there are more. */
  public record Lines(List<Line> lines, boolean more) {}

  private record Standing(Membership membership, Optional<Head> head) {
    Place place() {
      var at = head.map(Head::updatedAt).orElse(membership.joinedAt());
      return new Place(at, membership.chatId());
    }
  }

  private static final Comparator<Standing> LIVELIEST =
      Comparator.comparing((Standing each) -> each.place().activity())
          .thenComparing(each -> each.membership.chatId().value())
          .reversed();

  private final Store store;
  private final Orphans orphans;

  public ChatList(Store store, InstantSource clock) {
    this.store = store;
    this.orphans = new Orphans(store, clock);
  }

  /** The chats of this person that come after that place, or the first ones. */
  public Lines of(UserId user, Optional<Place> after, int limit) {
    var memberships =
        store.stream(Memberships.M5, new Memberships.OfUser(user), CHATS_MAX).toList();
    if (memberships.isEmpty()) return new Lines(List.of(), false);
    var heads = heads(memberships);
    var rest =
        memberships.stream()
            .map(each -> new Standing(each, Optional.ofNullable(heads.get(each.chatId()))))
            .sorted(LIVELIEST)
            .filter(each -> after.isEmpty() || follows(each.place(), after.get()))
            .toList();
    var page = rest.size() > limit ? rest.subList(0, limit) : rest;
    return new Lines(lines(user, page), rest.size() > limit);
  }

  private static boolean follows(Place place, Place after) {
    int earlier = after.activity().compareTo(place.activity());
    return earlier > 0
        || (earlier == 0 && place.chatId().value().compareTo(after.chatId().value()) < 0);
  }

  private List<Line> lines(UserId user, List<Standing> page) {
    if (page.isEmpty()) return List.of();
    var chats =
        byChat(
            store.run(
                Chats.LISTED,
                page.stream().map(each -> new Chats.ById(each.membership.chatId())).toList()),
            Chat::chatId);
    orphans.tidy(
        page.stream()
            .map(Standing::membership)
            .filter(member -> !chats.containsKey(member.chatId()))
            .toList());
    var last = lastMessages(page);
    var states = states(user);
    return page.stream()
        .flatMap(each ->
            Optional.ofNullable(chats.get(each.membership.chatId())).stream()
                .map(chat -> line(chat, each, last, states)))
        .toList();
  }

  private static Line line(
      Chat chat, Standing standing, Map<ChatId, Message> last, Map<ChatId, DeliveryState> states) {
    var text = Optional.ofNullable(last.get(chat.chatId()));
    var state = Optional.ofNullable(states.get(chat.chatId()));
    return new Line(
        chat,
        standing.membership,
        standing.head,
        text,
        unread(standing.membership, standing.head, text, state),
        standing.place());
  }

  /**
   * Texts that came after what was read, or after one came; edits and reactions do not count. Who
   * wrote the last one has read the chat.
   */
  public static long unread(
      Membership membership,
      Optional<Head> head,
      Optional<Message> last,
      Optional<DeliveryState> state) {
    if (last.filter(text -> text.senderId().equals(membership.userId())).isPresent()) return 0;
    long read =
        Math.max(membership.joinedOrdinal(), state.map(DeliveryState::lastReadOrdinal).orElse(0L));
    return Math.max(0, head.map(Head::ordinal).orElse(0L) - read);
  }

  /** How far these chats have come. */
  public Map<ChatId, Head> heads(List<Membership> memberships) {
    var keys = memberships.stream().map(each -> new ChatCounters.OfChat(each.chatId())).toList();
    return byChat(store.run(ChatCounters.HEADS, keys), Head::chatId);
  }

  private Map<ChatId, Message> lastMessages(List<Standing> page) {
    var keys =
        page.stream()
            .filter(each ->
                each.head
                    .filter(head -> head.lastText() >= each.membership.joinedSequence())
                    .isPresent())
            .map(each ->
                new Messages.At(each.membership.chatId(), each.head.orElseThrow().lastText()))
            .toList();
    if (keys.isEmpty()) return Map.of();
    return byChat(store.run(Messages.LAST, keys), Message::chatId);
  }

  /** All delivery states of a person. */
  public Map<ChatId, DeliveryState> states(UserId user) {
    return store.stream(DeliveryStates.M18, new DeliveryStates.OfUser(user), CHATS_MAX)
        .collect(Collectors.toMap(DeliveryState::chatId, Function.identity()));
  }

  private static <T> Map<ChatId, T> byChat(Collection<T> all, Function<T, ChatId> chat) {
    var map = new HashMap<ChatId, T>();
    for (var each : all) map.put(chat.apply(each), each);
    return map;
  }
}
