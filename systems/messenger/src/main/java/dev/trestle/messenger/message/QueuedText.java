package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import java.util.concurrent.CompletableFuture;

/** A text that waits to be appended. */
record QueuedText(UserId sender, Draft draft, String bodyHash, CompletableFuture<Sent> done)
    implements ChatLog.Queued {
  static QueuedText of(UserId sender, Draft draft) {
    return new QueuedText(sender, draft, draft.bodyHash(), new CompletableFuture<>());
  }
}
