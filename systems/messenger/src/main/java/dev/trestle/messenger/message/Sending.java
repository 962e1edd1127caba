package dev.trestle.messenger.message;

import dev.trestle.messenger.model.UserId;
import java.util.concurrent.CompletableFuture;

/** A text that waits to be appended. */
record Sending(UserId sender, Draft draft, String bodyHash, CompletableFuture<Sent> done)
    implements ChatLog.Work {
  static Sending of(UserId sender, Draft draft) {
    return new Sending(sender, draft, draft.bodyHash(), new CompletableFuture<>());
  }
}
