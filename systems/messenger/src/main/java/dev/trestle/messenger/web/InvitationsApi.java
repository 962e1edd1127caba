package dev.trestle.messenger.web;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.chat.Invitations;
import dev.trestle.messenger.chat.Invitations.Received;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.GroupInvitations.Invitation;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** {@code /invitations}: invitations to groups. */
public final class InvitationsApi {
  /** An invitation as the invited user sees it. */
  record ReceivedView(
      String chatId,
      Optional<String> chatName,
      String invitedBy,
      Optional<String> invitedByName,
      Instant createdAt,
      Instant expiresAt) {
    static ReceivedView of(Received received, Optional<Profile> inviter) {
      var invitation = received.invitation();
      return new ReceivedView(
          invitation.chatId().value(),
          received.chat().name(),
          invitation.invitedBy().value(),
          inviter.map(Profile::displayName),
          invitation.createdAt(),
          invitation.ttl());
    }
  }

  /** An invited user as the members of the group see them. */
  record InvitedView(
      String userId,
      Optional<String> displayName,
      String invitedBy,
      Instant createdAt,
      Instant expiresAt) {
    static InvitedView of(Invitation invitation, Optional<Profile> profile) {
      return new InvitedView(
          invitation.userId().value(),
          profile.map(Profile::displayName),
          invitation.invitedBy().value(),
          invitation.createdAt(),
          invitation.ttl());
    }
  }

  private final ChatAccess access;
  private final Invitations invitations;
  private final Profiles profiles;
  private final MessengerLimits limits;

  public InvitationsApi(
      ChatAccess access, Invitations invitations, Profiles profiles, MessengerLimits limits) {
    this.access = access;
    this.invitations = invitations;
    this.profiles = profiles;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/invitations", guards.signedIn(limits.requests(this::received)))
        .post("/invitations/{chat}/accept", guards.once(limits.changes(this::accept)))
        .delete("/invitations/{chat}", guards.signedIn(limits.changes(this::decline)))
        .get("/chats/{chat}/invitations", guards.signedIn(limits.requests(this::invited)))
        .delete(
            "/chats/{chat}/invitations/{user}", guards.signedIn(limits.changes(this::withdraw)));
  }

  private Reply received(Call call) {
    var all = invitations.of(Guards.user(call));
    var inviters = profiles.find(all.stream().map(each -> each.invitation().invitedBy()).toList());
    var views =
        all.stream()
            .map(each -> ReceivedView.of(each, profile(inviters, each.invitation().invitedBy())))
            .toList();
    return Reply.ok(ListBody.whole(views));
  }

  private static Optional<Profile> profile(Map<UserId, Profile> found, UserId user) {
    return Optional.ofNullable(found.get(user));
  }

  private Reply accept(Call call) {
    invitations.accept(Guards.chat(call), Guards.user(call));
    return Reply.nothing();
  }

  private Reply decline(Call call) {
    invitations.decline(Guards.chat(call), Guards.user(call));
    return Reply.nothing();
  }

  private Reply invited(Call call) {
    var chat = Guards.chat(call);
    access.member(chat, Guards.user(call));
    var all = invitations.of(chat);
    var users = profiles.find(all.stream().map(Invitation::userId).toList());
    var views =
        all.stream().map(each -> InvitedView.of(each, profile(users, each.userId()))).toList();
    return Reply.ok(ListBody.whole(views));
  }

  private Reply withdraw(Call call) {
    invitations.withdraw(Guards.chat(call), Guards.user(call), MembersApi.member(call));
    return Reply.nothing();
  }
}
