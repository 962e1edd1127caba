package dev.trestle.messenger.web;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.ChatList.ChatSummary;
import dev.trestle.messenger.chat.ChatList.Rank;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.delivery.Presence.SeenProfile;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.web.MembersApi.MemberView;
import dev.trestle.messenger.web.MembersApi.PlaceView;
import dev.trestle.messenger.web.MessagesApi.MessageView;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.store.Cursor;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code /chats}: the chats of a user. */
public final class ChatsApi {
  record OpenRequest(String type, Optional<String> name, Optional<List<String>> memberIds) {}

  record RenameRequest(String name) {}

  record PeerView(
      String userId,
      String displayName,
      Instant createdAt,
      Optional<Boolean> isOnline,
      Optional<Instant> lastSeenAt,
      Optional<String> pictureId) {
    static PeerView of(Profile profile, SeenProfile seen) {
      return new PeerView(
          profile.userId().value(),
          profile.displayName(),
          profile.createdAt(),
          seen.presence().isOnline(),
          seen.presence().lastSeenAt(),
          seen.pictureId());
    }
  }

  record ChatView(
      String chatId,
      String chatType,
      Optional<String> name,
      String createdBy,
      Instant createdAt,
      Instant updatedAt,
      Optional<PeerView> peer,
      Optional<String> role,
      Optional<Instant> mutedUntil,
      Optional<String> place,
      Optional<Boolean> isBlocked,
      Optional<Long> joinedSequence,
      Optional<Long> lastSequence,
      Optional<Long> lastReadSequence,
      Optional<Long> unreadCount,
      Optional<Long> mentionCount,
      Optional<MessageView> lastMessage,
      Optional<List<MemberView>> members,
      Optional<String> membersCursor) {
    /** The chat itself, the same for each of its members. */
    static ChatView of(Chat chat, Optional<PeerView> peer) {
      return new ChatView(
          chat.chatId().value(),
          chat.chatType().name(),
          chat.name(),
          chat.createdBy().value(),
          chat.createdAt(),
          chat.updatedAt(),
          peer,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    /** The chat as one of its members sees it. */
    static ChatView of(ChatSummary summary, Optional<PeerView> peer) {
      var chat = summary.chat();
      var member = summary.membership();
      return new ChatView(
          chat.chatId().value(),
          chat.chatType().name(),
          chat.name(),
          chat.createdBy().value(),
          chat.createdAt(),
          chat.updatedAt(),
          peer,
          Optional.of(member.role().name()),
          member.mutedUntil(),
          Optional.of(PlaceView.nameOf(member.place())),
          member.blockingSince().map(_ -> true),
          Optional.of(member.joinedSequence()),
          summary.head().map(head -> head.sequenceCounter()),
          Optional.of(summary.lastRead()),
          Optional.of(summary.unread().texts()),
          Optional.of(summary.unread().mentions()),
          summary.lastMessage().map(MessageView::of),
          Optional.empty(),
          Optional.empty());
    }

    ChatView with(List<MemberView> some, Optional<String> cursor) {
      return new ChatView(
          chatId,
          chatType,
          name,
          createdBy,
          createdAt,
          updatedAt,
          peer,
          role,
          mutedUntil,
          place,
          isBlocked,
          joinedSequence,
          lastSequence,
          lastReadSequence,
          unreadCount,
          mentionCount,
          lastMessage,
          Optional.of(some),
          cursor);
    }
  }

  private static final int PAGE = 50;
  private static final int PAGE_MAX = 100;

  private final ChatAccess access;
  private final DirectChats directChats;
  private final Groups groups;
  private final ChatList list;
  private final Profiles profiles;
  private final Presence presence;
  private final MembersApi members;
  private final MessengerLimits limits;
  private final SignedCursor cursors;

  public ChatsApi(
      ChatAccess access,
      DirectChats directChats,
      Groups groups,
      ChatList list,
      Profiles profiles,
      Presence presence,
      MembersApi members,
      MessengerLimits limits,
      SignedCursor cursors) {
    this.access = access;
    this.directChats = directChats;
    this.groups = groups;
    this.list = list;
    this.profiles = profiles;
    this.presence = presence;
    this.members = members;
    this.limits = limits;
    this.cursors = cursors;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/chats", guards.once(limits.chats(this::open)))
        .get("/chats", guards.signedIn(limits.requests(this::list)))
        .get("/chats/{chat}", guards.signedIn(limits.requests(this::one)))
        .patch("/chats/{chat}", guards.once(limits.changes(this::rename)));
  }

  private Reply open(Call call) {
    var body = call.json(OpenRequest.class);
    var user = Guards.user(call);
    var others =
        body.memberIds().orElse(List.of()).stream()
            .map(id -> Guards.user(id, "member_ids"))
            .toList();
    return switch (body.type()) {
      case "direct" -> openDirect(user, others);
      case "group" -> {
        limits.checkAdditions(user, others.size());
        var chat = groups.create(user, body.name().orElse(""), others);
        yield Reply.created(new DataBody<>(ChatView.of(chat, Optional.empty())));
      }
      default -> throw new Refusal.InvalidField("type", "Use direct or group.");
    };
  }

  private Reply openDirect(UserId user, List<UserId> others) {
    var distinct = new LinkedHashSet<>(others);
    distinct.remove(user);
    if (distinct.size() != 1) {
      throw new Refusal.InvalidField("member_ids", "A direct chat has exactly one other member.");
    }
    var direct = directChats.open(user, distinct.getFirst());
    var view = new DataBody<>(ChatView.of(direct.chat(), peer(direct.chat(), user)));
    return direct.existed()
        ? Reply.ok(view).with("X-Idempotent-Replay", "true")
        : Reply.created(view);
  }

  /** Without presence: whether one of the two blocks the other is not known here. */
  private Optional<PeerView> peer(Chat chat, UserId user) {
    return peerOf(chat, user)
        .flatMap(peer -> {
          var seen = presence.seenBy(user, List.of(peer), Set.of());
          return profiles.find(peer).map(profile -> PeerView.of(profile, of(seen, peer)));
        });
  }

  private static Optional<UserId> peerOf(Chat chat, UserId user) {
    return chat.pair().stream().filter(one -> !one.equals(user)).findFirst();
  }

  /** The other users of these direct chats. */
  private Map<UserId, PeerView> peers(List<ChatSummary> chats, UserId user) {
    var others = new HashSet<UserId>();
    var unblocked = new HashSet<UserId>();
    for (var summary : chats) {
      var member = summary.membership();
      boolean isBlocked = member.blockingSince().isPresent() || member.blockedSince().isPresent();
      peerOf(summary.chat(), user)
          .ifPresent(peer -> {
            others.add(peer);
            if (!isBlocked) unblocked.add(peer);
          });
    }
    var seen = presence.seenBy(user, others, unblocked);
    var views = new HashMap<UserId, PeerView>();
    profiles
        .find(others)
        .forEach((peer, profile) -> views.put(peer, PeerView.of(profile, of(seen, peer))));
    return views;
  }

  private static SeenProfile of(Map<UserId, SeenProfile> seen, UserId peer) {
    return seen.getOrDefault(peer, SeenProfile.NOTHING);
  }

  private Reply list(Call call) {
    var user = Guards.user(call);
    var name = "chats/" + user.value();
    var after = call.query("cursor").map(cursor -> rank(cursors.read(name, "cursor", cursor)));
    var page = list.of(user, after, call.number("limit", PAGE, 1, PAGE_MAX));
    var chats = page.chats();
    var next =
        page.more() && !chats.isEmpty()
            ? Optional.of(cursors.write(name, text(chats.getLast().rank())))
            : Optional.<String>empty();
    var peers = peers(chats, user);
    var views =
        chats.stream()
            .map(summary -> ChatView.of(summary, peerOf(summary.chat(), user).map(peers::get)))
            .toList();
    return Reply.ok(ListBody.page(views, next));
  }

  private static String text(Rank rank) {
    return rank.activity() + " " + rank.chatId().value();
  }

  private static Rank rank(String text) {
    int space = text.indexOf(' ');
    return new Rank(Instant.parse(text.substring(0, space)), new ChatId(text.substring(space + 1)));
  }

  private Reply one(Call call) {
    var user = Guards.user(call);
    var member = access.member(Guards.chat(call), user);
    var summary =
        list.of(member).orElseThrow(() -> ApiError.notFound("The chat is being created."));
    var page = members.page(member.chatId(), Cursor.start());
    var view =
        ChatView.of(summary, peerOf(summary.chat(), user).map(peers(List.of(summary), user)::get))
            .with(page.data(), page.pagination().nextCursor());
    return Reply.ok(new DataBody<>(view));
  }

  private Reply rename(Call call) {
    var name = call.json(RenameRequest.class).name();
    var chat = groups.rename(Guards.chat(call), Guards.user(call), name);
    return Reply.ok(new DataBody<>(ChatView.of(chat, Optional.empty())));
  }
}
