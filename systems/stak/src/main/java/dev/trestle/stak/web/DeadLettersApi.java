package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages.ChunkWork;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.UserId;
import java.util.List;
import java.util.regex.Pattern;

/** {@code /stack/admin/v1/{tenant}/{inbox}/dead-letters}. */
public final class DeadLettersApi {
  private static final Pattern CHUNK = Pattern.compile("[0-9]{1,4}");

  record DeadLetterView(
      MessageId id, long chunk, ChunkWork work, List<UserId> uids, String reason, long at) {
    static DeadLetterView of(DeadLetter letter) {
      return new DeadLetterView(
          letter.id(),
          letter.chunk(),
          letter.work(),
          letter.uids(),
          letter.reason(),
          letter.at().getEpochSecond());
    }
  }

  record ReplayedView(long replayed) {}

  private final DeadLetters deadLetters;
  private final Guards guards;

  public DeadLettersApi(DeadLetters deadLetters, Guards guards) {
    this.deadLetters = deadLetters;
    this.guards = guards;
  }

  public void addTo(Router router, Idempotency idempotency) {
    var path = AdminApi.INBOX + "dead-letters";
    var replayAll = idempotency.around(Refusals.around(this::replayAll));
    var replay = idempotency.around(Refusals.around(this::replay));
    router.get(path, guards.adminOfInbox(this::list));
    router.post(path + "/replay", guards.adminOfInbox(replayAll));
    router.post(path + "/{id}/{chunk}/replay", guards.adminOfInbox(replay));
  }

  private Reply list(Call call) {
    var letters = deadLetters.list(call.noted(InboxKey.class));
    return StakReplies.ok(letters.stream().map(DeadLetterView::of).toList());
  }

  private Reply replay(Call call) {
    if (!deadLetters.replay(key(call))) throw noLetter();
    return StakReplies.ok(new ReplayedView(1));
  }

  private static ChunkKey key(Call call) {
    var chunk = call.pathParameter("chunk");
    if (!CHUNK.matcher(chunk).matches()) throw noLetter();
    var message = call.noted(InboxKey.class).message(Inputs.pathMessage(call));
    return message.chunk(Long.parseLong(chunk));
  }

  private static Refusal noLetter() {
    return new Refusal.NotFound(Refusal.Resource.DEAD_LETTER);
  }

  private Reply replayAll(Call call) {
    long replayed =
        deadLetters.list(call.noted(InboxKey.class)).stream()
            .filter(letter -> deadLetters.replay(letter.key()))
            .count();
    return StakReplies.ok(new ReplayedView(replayed));
  }
}
