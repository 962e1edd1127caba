package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Messages.Message;
import java.util.List;

/** How one try to append to a log ended; a refusal is thrown. */
public sealed interface Attempt<T> {
  /** The entries are written. */
  record Appended<T>(List<Message> entries, T result) implements Attempt<T> {}

  /** Nothing needed to be written. */
  record Unneeded<T>(T result) implements Attempt<T> {}

  /** Somebody else took the next number; look again. */
  record Overtaken<T>() implements Attempt<T> {}
}
