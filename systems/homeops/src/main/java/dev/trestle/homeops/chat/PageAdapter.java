package dev.trestle.homeops.chat;

import dev.trestle.homeops.live.ChatEvents;
import java.util.Optional;

/** The chat of the web page. It shows decisions itself, so reactions need not be written. */
public final class PageAdapter implements ChatAdapter {
  public static final String SOURCE = "page";

  private final AssistantMessages messages;
  private final MessageNumbers numbers;
  private final ChatEvents events;

  public PageAdapter(AssistantMessages messages, MessageNumbers numbers, ChatEvents events) {
    this.messages = messages;
    this.numbers = numbers;
    this.events = events;
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public boolean canReact() {
    return true;
  }

  @Override
  public void react(String chatId, long messageId) {
    events.changed(chatId, ChatEvents.Kind.activity);
  }

  @Override
  public void unreact(String chatId, long messageId) {
    events.changed(chatId, ChatEvents.Kind.activity);
  }

  @Override
  public Optional<Long> send(OutgoingMessage message) {
    long number = message.replyTo().map(MessageNumbers::reply).orElseGet(numbers::next);
    messages.save(message.chatId(), number, message.text(), message.replyTo());
    return Optional.of(number);
  }
}
