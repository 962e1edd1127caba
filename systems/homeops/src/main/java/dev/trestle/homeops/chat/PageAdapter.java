package dev.trestle.homeops.chat;

import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import java.util.Optional;

/** The chat of the web page. It shows decisions itself, so reactions need not be written. */
public final class PageAdapter implements ChatAdapter {
  public static final Source SOURCE = new Source("page");

  private final AssistantMessages messages;
  private final MessageNumbers numbers;
  private final ChatEvents events;

  public PageAdapter(AssistantMessages messages, MessageNumbers numbers, ChatEvents events) {
    this.messages = messages;
    this.numbers = numbers;
    this.events = events;
  }

  @Override
  public Source source() {
    return SOURCE;
  }

  @Override
  public boolean canReact() {
    return true;
  }

  @Override
  public void react(ChatId chatId, MessageNumber messageId) {
    events.changed(chatId, ChatEvents.Kind.activity);
  }

  @Override
  public void unreact(ChatId chatId, MessageNumber messageId) {
    events.changed(chatId, ChatEvents.Kind.activity);
  }

  @Override
  public Optional<MessageNumber> send(OutgoingMessage message) {
    var number = message.replyTo().map(MessageNumbers::reply).orElseGet(numbers::next);
    messages.save(message.chatId(), number, message.text(), message.replyTo());
    return Optional.of(number);
  }
}
