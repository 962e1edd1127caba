package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Messages.Message;
import java.util.List;

/** Told about entries once they are stored, those of one chat in their order. */
@FunctionalInterface
public interface AppendListener {
  void appended(List<Message> entries);
}
