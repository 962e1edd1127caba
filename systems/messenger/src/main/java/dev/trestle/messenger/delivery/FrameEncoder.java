package dev.trestle.messenger.delivery;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;

/** How what is delivered is written; each once, however many get it. */
public interface FrameEncoder {
  byte[] message(Message entry);

  byte[] typing(ChatId chat, UserId user, boolean isTyping);

  byte[] receipt(DeliveryState state);
}
