package dev.trestle.messenger.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.chat.AccountErasure;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.Consent;
import dev.trestle.messenger.chat.Invitations;
import dev.trestle.messenger.chat.PresenceChoice;
import dev.trestle.messenger.chat.UserBlocks;
import dev.trestle.messenger.file.ProfilePhotos;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.push.PushDeviceStore;
import dev.trestle.messenger.web.BlocksApi.BlockView;
import dev.trestle.messenger.web.ChatsApi.ChatView;
import dev.trestle.messenger.web.DeliveryApi.StateView;
import dev.trestle.messenger.web.InvitationsApi.ReceivedView;
import dev.trestle.messenger.web.MessagesApi.MessageView;
import dev.trestle.messenger.web.UserSettingsApi.SettingsView;
import java.time.Instant;
import java.util.Optional;

/**
 * What Messenger stores about a user: the chats they are a member of now, with their messages, the
 * files they have sent, their invitations, whom they block and which of their browsers get push
 * messages.
 */
public final class MessengerData implements PersonalData {
  private static final int CHATS_MAX = 2000;

  record LastSeenView(Instant lastSeenAt) {}

  private record PushSubscriptionView(String sessionId, String endpoint, Instant registeredAt) {}

  /** The bytes become Base64. */
  private record PhotoView(String contentType, byte[] bytes) {}

  private final ChatList chats;
  private final ChatAccess access;
  private final ChatHistory history;
  private final Invitations invitations;
  private final Consent consent;
  private final PresenceChoice presence;
  private final ProfilePhotos pictures;
  private final UserBlocks blocks;
  private final PushDeviceStore pushDevices;
  private final ExportedFiles files;
  private final AccountErasure erasure;

  public MessengerData(
      ChatList chats,
      ChatAccess access,
      ChatHistory history,
      Invitations invitations,
      Consent consent,
      PresenceChoice presence,
      ProfilePhotos pictures,
      UserBlocks blocks,
      PushDeviceStore pushDevices,
      ExportedFiles files,
      AccountErasure erasure) {
    this.chats = chats;
    this.access = access;
    this.history = history;
    this.invitations = invitations;
    this.consent = consent;
    this.presence = presence;
    this.pictures = pictures;
    this.blocks = blocks;
    this.pushDevices = pushDevices;
    this.files = files;
    this.erasure = erasure;
  }

  @Override
  public String system() {
    return "messenger";
  }

  @Override
  public void export(UserId user, ExportWriter out) {
    var profile = presence.profile(user);
    out.write(
        "messenger_settings",
        new SettingsView(consent.isRequiredBy(user), profile.showsPresence()));
    profile.lastSeenAt().ifPresent(at -> out.write("last_seen", new LastSeenView(at)));
    pictures
        .find(user)
        .ifPresent(jpeg -> out.write("profile_picture", new PhotoView("image/jpeg", jpeg)));
    for (var received : invitations.of(user)) {
      out.write("invitation", ReceivedView.of(received, Optional.empty()));
    }
    for (var block : blocks.of(user)) out.write("block", BlockView.of(block, Optional.empty()));
    pushDevices
        .of(user)
        .forEach((session, device) ->
            out.write(
                "push_subscription",
                new PushSubscriptionView(session, device.endpoint(), device.registeredAt())));
    for (var state : chats.states(user).values()) {
      out.write("delivery_state", StateView.of(state));
    }
    for (var summary : chats.of(user, Optional.empty(), CHATS_MAX).chats()) {
      out.write("chat", ChatView.of(summary, Optional.empty()));
      exportMessages(summary.chat().chatId(), user, out);
    }
    files.export(user, out);
  }

  private void exportMessages(ChatId chat, UserId user, ExportWriter out) {
    long last = 0;
    boolean more = true;
    while (more) {
      // Checked for each page: the user may be removed in the meantime.
      var member = access.find(chat, user);
      if (member.isEmpty()) return;
      var page = history.after(member.get(), last, Messages.PAGE);
      for (var entry : page.entries()) out.write("message", MessageView.of(entry));
      if (!page.entries().isEmpty()) last = page.entries().getLast().sequence();
      more = page.more() && !page.entries().isEmpty();
    }
  }

  @Override
  public void erase(UserId user) {
    erasure.erase(user);
  }

  /** Everything else is what others see of the user, or what the user will look for. */
  @Override
  public void archive(UserId user) {
    presence.forgetSeen(user);
  }
}
