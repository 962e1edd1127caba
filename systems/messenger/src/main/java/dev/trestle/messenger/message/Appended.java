package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Messages.Message;
import java.util.List;

/** Is told of entries once they are stored; those of a chat in their order. */
@FunctionalInterface
public interface Appended {
  void appended(List<Message> entries);
}
