package dev.trestle.messenger.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.chat.Additions;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.ListPlace;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** {@code /chats/{chat}/members}: the members of a chat, and what a member may do with it. */
public final class MembersApi {
  record AddRequest(Optional<List<String>> userIds, Optional<String> phoneNumber) {}

  record AdditionsView(List<String> added, List<String> invited) {
    static AdditionsView of(Additions additions) {
      return new AdditionsView(ids(additions.added()), ids(additions.invited()));
    }

    private static List<String> ids(List<UserId> users) {
      return users.stream().map(UserId::value).toList();
    }
  }

  record RoleRequest(String role) {}

  record MuteRequest(Optional<Instant> mutedUntil) {}

  record PlaceRequest(String place) {}

  record PlaceView(String chatId, String place) {
    static PlaceView of(Membership member) {
      return new PlaceView(member.chatId().value(), nameOf(member.place()));
    }

    static String nameOf(Optional<ListPlace> place) {
      return place.orElse(ListPlace.listed).name();
    }
  }

  record MuteView(String chatId, Optional<Instant> mutedUntil) {
    static MuteView of(Membership member) {
      return new MuteView(member.chatId().value(), member.mutedUntil());
    }
  }

  record MemberView(
      String userId,
      Optional<String> displayName,
      String role,
      Instant joinedAt,
      Optional<String> pictureId) {
    static MemberView of(Membership member, Optional<Profile> profile, Optional<String> pictureId) {
      return new MemberView(
          member.userId().value(),
          profile.map(Profile::displayName),
          member.role().name(),
          member.joinedAt(),
          pictureId);
    }
  }

  private static final int ADDED_MAX = 100;

  private final Store store;
  private final ChatAccess access;
  private final Members members;
  private final Accounts accounts;
  private final MessengerLimits limits;

  public MembersApi(
      Store store, ChatAccess access, Members members, Accounts accounts, MessengerLimits limits) {
    this.store = store;
    this.access = access;
    this.members = members;
    this.accounts = accounts;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/chats/{chat}/members", guards.signedIn(limits.requests(this::list)))
        .post("/chats/{chat}/members", guards.once(limits.requests(this::add)))
        .delete("/chats/{chat}/members/{user}", guards.signedIn(limits.changes(this::remove)))
        .patch("/chats/{chat}/members/{user}", guards.once(limits.changes(this::changeRole)))
        .post("/chats/{chat}/leave", guards.once(limits.changes(this::leave)))
        .post("/chats/{chat}/mute", guards.once(limits.changes(this::mute)))
        .post("/chats/{chat}/unmute", guards.once(limits.changes(this::unmute)))
        .post("/chats/{chat}/place", guards.once(limits.changes(this::move)));
  }

  private Reply list(Call call) {
    var chat = Guards.chat(call);
    access.member(chat, Guards.user(call));
    return Reply.ok(page(chat, call.cursor()));
  }

  /** One page of members, with their names. */
  ListBody<MemberView> page(ChatId chat, Cursor cursor) {
    var page = store.run(Memberships.OF_CHAT, new Memberships.OfChat(chat), cursor);
    return ListBody.page(views(page.items()), page.next().map(Cursor::text));
  }

  private List<MemberView> views(List<Membership> some) {
    var users = some.stream().map(Membership::userId).toList();
    var profiles = accounts.profiles().find(users);
    var pictures = new HashMap<UserId, String>();
    var keys = users.stream().map(MemberProfiles.OfUser::new).toList();
    if (!keys.isEmpty()) {
      for (var found : store.run(MemberProfiles.OF_USERS, keys)) {
        found.pictureId().ifPresent(id -> pictures.put(found.userId(), id));
      }
    }
    return some.stream()
        .map(member -> {
          var user = member.userId();
          return MemberView.of(
              member,
              Optional.ofNullable(profiles.get(user)),
              Optional.ofNullable(pictures.get(user)));
        })
        .toList();
  }

  private Reply add(Call call) {
    var body = call.json(AddRequest.class);
    var user = Guards.user(call);
    var users = new ArrayList<UserId>();
    body.userIds().orElse(List.of()).forEach(id -> users.add(Guards.user(id, "user_ids")));
    body.phoneNumber().ifPresent(number -> users.add(byPhone(user, number)));
    if (users.isEmpty() || users.size() > ADDED_MAX) {
      throw new Refusal.InvalidField("user_ids", "Send 1 to 100 users.");
    }
    limits.checkAdditions(user, users.size());
    var additions = members.add(Guards.chat(call), user, users);
    return Reply.created(new DataBody<>(AdditionsView.of(additions)));
  }

  private UserId byPhone(UserId caller, String number) {
    return accounts
        .lookUp(caller, number)
        .orElseThrow(
            () -> new Refusal.InvalidField("phone_number", "Nobody here has this number."));
  }

  /** A member in the path. A text that cannot be an id is a user that does not exist. */
  static UserId member(Call call) {
    return UserId.parse(call.pathParameter("user"))
        .orElseThrow(() -> new Refusal.NotFound("There is no such user."));
  }

  private Reply remove(Call call) {
    members.remove(Guards.chat(call), Guards.user(call), member(call));
    return Reply.nothing();
  }

  private Reply changeRole(Call call) {
    var role =
        switch (call.json(RoleRequest.class).role()) {
          case "owner" -> Role.owner;
          case "admin" -> Role.admin;
          case "member" -> Role.member;
          default -> throw new Refusal.InvalidField("role", "Use owner, admin or member.");
        };
    var chat = Guards.chat(call);
    var user = member(call);
    members.changeRole(chat, Guards.user(call), user, role);
    var member = access.member(chat, user);
    return Reply.ok(new DataBody<>(views(List.of(member)).getFirst()));
  }

  private Reply leave(Call call) {
    members.leave(Guards.chat(call), Guards.user(call));
    return Reply.nothing();
  }

  private Reply mute(Call call) {
    var until =
        call.request().bodyLength() == 0
            ? Optional.<Instant>empty()
            : call.json(MuteRequest.class).mutedUntil();
    var member = members.mute(Guards.chat(call), Guards.user(call), until.orElse(Members.FOREVER));
    return Reply.ok(new DataBody<>(MuteView.of(member)));
  }

  private Reply unmute(Call call) {
    var member = members.unmute(Guards.chat(call), Guards.user(call));
    return Reply.ok(new DataBody<>(MuteView.of(member)));
  }

  private Reply move(Call call) {
    var place =
        switch (call.json(PlaceRequest.class).place()) {
          case "listed" -> ListPlace.listed;
          case "pinned" -> ListPlace.pinned;
          case "archived" -> ListPlace.archived;
          default -> throw new Refusal.InvalidField("place", "Use listed, pinned or archived.");
        };
    var moved = members.move(Guards.chat(call), Guards.user(call), place);
    return Reply.ok(new DataBody<>(PlaceView.of(moved)));
  }
}
