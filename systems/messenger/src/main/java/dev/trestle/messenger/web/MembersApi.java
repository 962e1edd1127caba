package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.identity.PhoneNumbers;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.people.People;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Who is in a chat. */
final class MembersApi {
  record Adding(Optional<List<String>> userIds, Optional<String> phoneNumber) {}

  record Added(List<String> added) {}

  record Promoting(String role) {}

  record Muting(Optional<Instant> mutedUntil) {}

  record Muted(String chatId, Optional<Instant> mutedUntil) {}

  private static final int ADDED_MAX = 100;

  private final Store store;
  private final Access access;
  private final Members members;
  private final People people;
  private final Limits limits;
  private final ApiLimits rates;

  MembersApi(
      Store store, Access access, Members members, People people, Limits limits, ApiLimits rates) {
    this.store = store;
    this.access = access;
    this.members = members;
    this.people = people;
    this.limits = limits;
    this.rates = rates;
  }

  void addTo(Router router, Door door, UnaryOperator<Endpoint> once) {
    router
        .get("/chats/{chat}/members", door.signedIn(this::list))
        .post("/chats/{chat}/members", door.signedIn(once.apply(this::add)))
        .delete("/chats/{chat}/members/{user}", door.signedIn(this::remove))
        .patch("/chats/{chat}/members/{user}", door.signedIn(once.apply(this::promote)))
        .post("/chats/{chat}/leave", door.signedIn(once.apply(this::leave)))
        .post("/chats/{chat}/mute", door.signedIn(once.apply(this::mute)))
        .post("/chats/{chat}/unmute", door.signedIn(once.apply(this::unmute)));
  }

  private static ChatId chat(Call call) {
    return Texts.chat(call.place("chat"));
  }

  private Reply list(Call call) {
    access.member(chat(call), Door.user(call));
    return Reply.ok(page(chat(call), call.cursor()));
  }

  /** One page of members, with their names. */
  Views.Many<Views.MemberView> page(ChatId chat, Cursor cursor) {
    var page = store.run(Memberships.M4, new Memberships.OfChat(chat), cursor);
    var names = people.named(page.items().stream().map(Membership::userId).toList());
    var views =
        page.items().stream()
            .map(member ->
                Views.MemberView.of(member, Optional.ofNullable(names.get(member.userId()))))
            .toList();
    return new Views.Many<>(views, Views.Pagination.of(page.next().map(Cursor::text)));
  }

  private Reply add(Call call) {
    var body = call.json(Adding.class);
    var users = new ArrayList<UserId>();
    body.userIds().orElse(List.of()).forEach(id -> users.add(Texts.user(id, "user_ids")));
    body.phoneNumber().ifPresent(number -> users.add(byPhone(call, number)));
    if (users.isEmpty() || users.size() > ADDED_MAX) {
      throw Refused.invalid("user_ids", "1 to 100 users are expected.");
    }
    var added = members.add(chat(call), Door.user(call), users);
    return Reply.created(new Views.One<>(new Added(added.stream().map(UserId::value).toList())));
  }

  /** Costs as much as to look the number up. */
  private UserId byPhone(Call call, String number) {
    var user = Door.user(call).value();
    limits.check(rates.lookups(), user, 1);
    limits.check(rates.numbers(), user, 1);
    var e164 = PhoneNumbers.e164(number, "phone_number");
    return store
        .run(Users.M2, new Users.ByPhone(e164))
        .first()
        .map(Users.PhoneOwner::userId)
        .orElseThrow(() -> Refused.invalid("phone_number", "Nobody here has this number."));
  }

  private Reply remove(Call call) {
    members.remove(chat(call), Door.user(call), Texts.user(call.place("user")));
    return Reply.nothing();
  }

  private Reply promote(Call call) {
    var role =
        switch (call.json(Promoting.class).role()) {
          case "owner" -> Role.owner;
          case "admin" -> Role.admin;
          case "member" -> Role.member;
          default -> throw Refused.invalid("role", "owner, admin or member is expected.");
        };
    var user = Texts.user(call.place("user"));
    members.promote(chat(call), Door.user(call), user, role);
    var member = access.member(chat(call), user);
    return Reply.ok(new Views.One<>(Views.MemberView.of(member, people.find(user))));
  }

  private Reply leave(Call call) {
    members.leave(chat(call), Door.user(call));
    return Reply.nothing();
  }

  private Reply mute(Call call) {
    var until =
        call.request().bodyLength() == 0
            ? Optional.<Instant>empty()
            : call.json(Muting.class).mutedUntil();
    var member = members.mute(chat(call), Door.user(call), until.orElse(Members.ALWAYS));
    return Reply.ok(new Views.One<>(new Muted(member.chatId().value(), member.mutedUntil())));
  }

  private Reply unmute(Call call) {
    var member = members.unmute(chat(call), Door.user(call));
    return Reply.ok(new Views.One<>(new Muted(member.chatId().value(), member.mutedUntil())));
  }
}
