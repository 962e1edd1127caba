package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.people.People;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Chats and the list of them. */
final class ChatsApi {
  record Opening(String type, Optional<String> name, Optional<List<String>> memberIds) {}

  record Renaming(String name) {}

  private static final int CHATS = 50;
  private static final int CHATS_MAX = 100;

  private final Store store;
  private final Access access;
  private final DirectChats direct;
  private final Groups groups;
  private final ChatList list;
  private final People people;
  private final MembersApi members;
  private final Cursors cursors;

  ChatsApi(
      Store store,
      Access access,
      DirectChats direct,
      Groups groups,
      ChatList list,
      People people,
      MembersApi members,
      Cursors cursors) {
    this.store = store;
    this.access = access;
    this.direct = direct;
    this.groups = groups;
    this.list = list;
    this.people = people;
    this.members = members;
    this.cursors = cursors;
  }

  void addTo(Router router, Door door, UnaryOperator<Endpoint> once) {
    router
        .post("/chats", door.signedIn(once.apply(this::open)))
        .get("/chats", door.signedIn(this::list))
        .get("/chats/{chat}", door.signedIn(this::one))
        .patch("/chats/{chat}", door.signedIn(once.apply(this::rename)));
  }

  private Reply open(Call call) {
    var body = call.json(Opening.class);
    var user = Door.user(call);
    var others =
        body.memberIds().orElse(List.of()).stream()
            .map(id -> Texts.user(id, "member_ids"))
            .toList();
    return switch (body.type()) {
      case "direct" -> openDirect(user, others);
      case "group" ->
          Reply.created(
              new Views.One<>(
                  Views.ChatView.of(
                      groups.open(user, body.name().orElse(""), others), Optional.empty())));
      default -> throw Refused.invalid("type", "direct or group is expected.");
    };
  }

  private Reply openDirect(UserId user, List<UserId> others) {
    var distinct = new LinkedHashSet<>(others);
    distinct.remove(user);
    if (distinct.size() != 1) {
      throw Refused.invalid("member_ids", "A direct chat has exactly one other member.");
    }
    var opened = direct.open(user, distinct.getFirst());
    var view = new Views.One<>(Views.ChatView.of(opened.chat(), peer(opened.chat(), user)));
    return opened.existed()
        ? Reply.ok(view).with("X-Idempotent-Replay", "true")
        : Reply.created(view);
  }

  private Optional<Views.Person> peer(Chat chat, UserId user) {
    return chat.pair().stream()
        .filter(one -> !one.equals(user))
        .findFirst()
        .flatMap(people::find)
        .map(Views.Person::of);
  }

  private Reply list(Call call) {
    var user = Door.user(call);
    var name = "chats/" + user.value();
    var after = call.query("cursor").map(text -> place(cursors.read(name, text)));
    var found = list.of(user, after, call.number("limit", CHATS, 1, CHATS_MAX));
    var lines = found.lines();
    var next =
        found.more() && !lines.isEmpty()
            ? Optional.of(cursors.write(name, text(lines.getLast().place())))
            : Optional.<String>empty();
    var peers =
        people.named(
            lines.stream()
                .flatMap(line -> line.chat().pair().stream())
                .filter(one -> !one.equals(user))
                .toList());
    var views =
        lines.stream()
            .map(line ->
                Views.ChatView.of(
                    line,
                    line.chat().pair().stream()
                        .filter(peers::containsKey)
                        .findFirst()
                        .map(peers::get)
                        .map(Views.Person::of)))
            .toList();
    return Reply.ok(new Views.Many<>(views, Views.Pagination.of(next)));
  }

  private static String text(ChatList.Place place) {
    return place.activity() + " " + place.chatId().value();
  }

  private static ChatList.Place place(String text) {
    int space = text.indexOf(' ');
    return new ChatList.Place(
        Instant.parse(text.substring(0, space)), new ChatId(text.substring(space + 1)));
  }

  private Reply one(Call call) {
    var user = Door.user(call);
    var member = access.member(Texts.chat(call.place("chat")), user);
    var line = line(member);
    var page = members.page(member.chatId(), Cursor.start());
    var view =
        Views.ChatView.of(line, peer(line.chat(), user))
            .with(page.data(), page.pagination().nextCursor());
    return Reply.ok(new Views.One<>(view));
  }

  private ChatList.Line line(Membership member) {
    var id = member.chatId();
    var chat =
        store
            .run(Chats.M3, new Chats.ById(id))
            .orElseThrow(() -> ApiError.notFound("The chat is not there yet."));
    var head = store.run(ChatCounters.HEADS, List.of(new ChatCounters.OfChat(id))).stream();
    var found = head.findFirst();
    var state = store.run(DeliveryStates.M14, new DeliveryStates.Of(member.userId(), id));
    var last =
        found
            .filter(each -> each.lastText() >= member.joinedSequence())
            .flatMap(each -> store.run(Messages.M11, new Messages.At(id, each.lastText())));
    var place =
        new ChatList.Place(found.map(each -> each.updatedAt()).orElse(chat.updatedAt()), id);
    return new ChatList.Line(
        chat, member, found, last, ChatList.unread(member, found, last, state), place);
  }

  private Reply rename(Call call) {
    var chat =
        groups.rename(
            Texts.chat(call.place("chat")), Door.user(call), call.json(Renaming.class).name());
    return Reply.ok(new Views.One<>(Views.ChatView.of(chat, Optional.empty())));
  }
}
