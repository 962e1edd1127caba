package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Messages.Message;
import java.util.List;

/** The outcome of one attempt to append to a log. A refusal is thrown. */
public sealed interface AppendOutcome<T> {
  /** The entries are written. */
  record Appended<T>(List<Message> entries, T result) implements AppendOutcome<T> {}

  /** Nothing had to be written. */
  record Unneeded<T>(T result) implements AppendOutcome<T> {}

  /** Another writer took the next number. Try again with the new head. */
  record Overtaken<T>() implements AppendOutcome<T> {}
}
