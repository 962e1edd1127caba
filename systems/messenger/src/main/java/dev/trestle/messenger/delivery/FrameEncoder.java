package dev.trestle.messenger.delivery;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.GroupInvitations.Invitation;
import dev.trestle.messenger.model.Messages.Message;

/** Writes the frames that are delivered, each once for all who receive it. */
public interface FrameEncoder {
  byte[] message(Message entry);

  byte[] typing(ChatId chat, UserId user, boolean isTyping);

  byte[] receipt(DeliveryState state);

  byte[] presence(UserId user, PresenceState state);

  byte[] block(UserId other, boolean isBlocked);

  byte[] invitation(Invitation invitation, boolean isOpen);
}
