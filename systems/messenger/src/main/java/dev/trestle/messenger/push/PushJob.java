package dev.trestle.messenger.push;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.NewJob;
import java.time.Instant;
import java.util.Optional;

/**
 * Pushes what is new in a chat to one device: a reference, never the text.
 *
 * @param sequence the first new message
 */
record PushJob(UserId user, SessionId session, ChatId chat, long sequence) {
  static final String QUEUE = "messenger-push";

  /** The job for the queue. Messages of a chat with the same due time are one job. */
  NewJob job(Instant due) {
    var id = Sha256.hexOfAll(user.value(), session.value(), chat.value());
    var payload = "%s %s %s %d".formatted(user.value(), session.value(), chat.value(), sequence);
    return new NewJob(QUEUE, id, payload, due);
  }

  static Optional<PushJob> parse(String payload) {
    var words = payload.split(" ", -1);
    if (words.length != 4) return Optional.empty();
    return Optional.of(
        new PushJob(
            new UserId(words[0]),
            new SessionId(words[1]),
            new ChatId(words[2]),
            Long.parseLong(words[3])));
  }
}
