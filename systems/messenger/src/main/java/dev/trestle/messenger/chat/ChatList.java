package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.cold.ColdBackfill;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.LogHead;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
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
import org.jspecify.annotations.Nullable;

/**
 * The chats of a user, those with the latest activity first, each with its last message and the
 * number of unread ones and mentions.
 */
public final class ChatList {
  /** What the list is sorted by. */
  public record Rank(Instant activity, ChatId chatId) {}

  /** A chat in the list. */
  public record ChatSummary(
      Chat chat,
      Membership membership,
      Optional<ChatCounter> head,
      Optional<Message> lastMessage,
      long lastRead,
      Unread unread,
      Rank rank) {}

  /** One page of the list. */
  public record ChatPage(List<ChatSummary> chats, boolean more) {}

  /** A membership and the head of its chat. */
  public record RankedMembership(Membership membership, Optional<ChatCounter> head) {
    public Rank rank() {
      var at = head.map(ChatCounter::updatedAt).orElse(membership.joinedAt());
      return new Rank(at, membership.chatId());
    }
  }

  private static final Comparator<RankedMembership> LATEST_FIRST =
      Comparator.comparing((RankedMembership each) -> each.rank().activity())
          .thenComparing(each -> each.membership.chatId().value())
          .reversed();

  private final Store store;
  private final ChatLogs logs;
  private final UnreadMessages unread;
  private final OrphanedMemberships orphans;
  private final ColdBackfill backfill;

  public ChatList(Store store, ColdEntries cold, ChatLogs logs, InstantSource clock) {
    this.store = store;
    this.logs = logs;
    this.unread = new UnreadMessages(store, cold);
    this.orphans = new OrphanedMemberships(store, clock);
    this.backfill = new ColdBackfill(store, clock);
  }

  /** The chats of a user after the given rank, or the first ones. */
  public ChatPage of(UserId user, Optional<Rank> after, int limit) {
    var rest =
        ranked(user).stream()
            .filter(each -> after.isEmpty() || follows(each.rank(), after.get()))
            .toList();
    var page = rest.size() > limit ? rest.subList(0, limit) : rest;
    return new ChatPage(summaries(user, page), rest.size() > limit);
  }

  /** All memberships of a user with their ranks, those with the latest activity first. */
  public List<RankedMembership> ranked(UserId user) {
    var memberships =
        store.stream(Memberships.OF_USER, new Memberships.OfUser(user), Chats.LISTED_MAX).toList();
    if (memberships.isEmpty()) return List.of();
    var heads = heads(memberships);
    backfill.seen(heads.values());
    return memberships.stream()
        .map(each -> new RankedMembership(each, Optional.ofNullable(heads.get(each.chatId()))))
        .sorted(LATEST_FIRST)
        .toList();
  }

  /** One chat as a member sees it; empty while the chat is being created. */
  public Optional<ChatSummary> of(Membership member) {
    var id = member.chatId();
    var chat = store.run(Chats.BY_ID, new Chats.ById(id));
    if (chat.isEmpty()) return Optional.empty();
    var head = Optional.ofNullable(heads(List.of(member)).get(id));
    var state = store.run(DeliveryStates.OF_MEMBER, new DeliveryStates.Of(member.userId(), id));
    var last =
        head.filter(each -> each.lastText() >= member.joinedSequence())
            .flatMap(each -> store.run(Messages.ONE, new Messages.At(id, each.lastText())));
    return Optional.of(
        new ChatSummary(
            chat.get(),
            member,
            head,
            last,
            UnreadMessages.lastRead(state),
            unread.of(member, head, last, state),
            new RankedMembership(member, head).rank()));
  }

  /** Whether a rank comes after another in the list. */
  public static boolean follows(Rank rank, Rank after) {
    int earlier = after.activity().compareTo(rank.activity());
    return earlier > 0
        || (earlier == 0 && rank.chatId().value().compareTo(after.chatId().value()) < 0);
  }

  private List<ChatSummary> summaries(UserId user, List<RankedMembership> page) {
    if (page.isEmpty()) return List.of();
    var found = store.run(Chats.PAGE, keys(page));
    var chats = byChat(found.chats(), Chat::chatId);
    orphans.removeOld(
        page.stream()
            .map(RankedMembership::membership)
            .filter(member -> !chats.containsKey(member.chatId()))
            .toList());
    var last = byChat(found.last(), Message::chatId);
    var states = states(user);
    return page.stream()
        .flatMap(each ->
            Optional.ofNullable(chats.get(each.membership.chatId())).stream()
                .map(chat -> summary(chat, each, last, states)))
        .toList();
  }

  private ChatSummary summary(
      Chat chat,
      RankedMembership ranked,
      Map<ChatId, Message> last,
      Map<ChatId, DeliveryState> states) {
    var text = Optional.ofNullable(last.get(chat.chatId()));
    var state = Optional.ofNullable(states.get(chat.chatId()));
    return new ChatSummary(
        chat,
        ranked.membership,
        ranked.head,
        text,
        UnreadMessages.lastRead(state),
        unread.of(ranked.membership, ranked.head, text, state),
        ranked.rank());
  }

  /**
   * The heads of the chats of these memberships. A head is published a moment after the entry, so
   * one that this server knows to be newer replaces it.
   */
  private Map<ChatId, ChatCounter> heads(List<Membership> memberships) {
    var keys = memberships.stream().map(each -> new ChatCounters.OfChat(each.chatId())).toList();
    var heads = byChat(store.run(ChatCounters.OF_CHATS, keys), ChatCounter::chatId);
    for (var member : memberships) {
      var id = member.chatId();
      logs.known(id).ifPresent(known -> heads.put(id, newer(heads.get(id), known, member)));
    }
    return heads;
  }

  private static ChatCounter newer(
      @Nullable ChatCounter published, LogHead known, Membership member) {
    if (published != null && published.sequenceCounter() >= known.sequence()) return published;
    var created = published == null ? member.joinedAt() : published.createdAt();
    var updated = published == null ? member.joinedAt() : published.updatedAt();
    return new ChatCounter(
        member.chatId(), known.sequence(), known.ordinal(), known.lastText(), created, updated);
  }

  private static Chats.OfPage keys(List<RankedMembership> page) {
    var last =
        page.stream()
            .filter(each ->
                each.head
                    .filter(head -> head.lastText() >= each.membership.joinedSequence())
                    .isPresent())
            .map(each ->
                new Messages.At(each.membership.chatId(), each.head.orElseThrow().lastText()))
            .toList();
    return new Chats.OfPage(
        page.stream().map(each -> new Chats.ById(each.membership.chatId())).toList(), last);
  }

  /** All delivery states of a user. */
  public Map<ChatId, DeliveryState> states(UserId user) {
    return store.stream(DeliveryStates.OF_USER, new DeliveryStates.OfUser(user), Chats.LISTED_MAX)
        .collect(Collectors.toMap(DeliveryState::chatId, Function.identity()));
  }

  private static <T> Map<ChatId, T> byChat(Collection<T> all, Function<T, ChatId> chat) {
    var map = new HashMap<ChatId, T>();
    for (var each : all) map.put(chat.apply(each), each);
    return map;
  }
}
