package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.delivery.MessageReads;
import dev.trestle.stak.inbox.ReadCount;
import dev.trestle.stak.model.InboxKey;
import java.util.Optional;

/** {@code /stack/admin/v1/{tenant}/{inbox}/messages/{id}/reads}: who has read a message. */
public final class MessageReadsApi {
  private static final int PARTS = 4;

  /** The sums of all pages so far. */
  record ReadsView(long recipients, long seen, long read, Optional<String> nextToken) {}

  /** Where a count goes on, and what it has found before. */
  private record Position(ReadCount before, String next) {
    static Position of(String text) {
      var parts = text.split(" ", PARTS);
      var before =
          new ReadCount(
              Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
      return new Position(before, parts[3]);
    }

    String text() {
      return before.recipients() + " " + before.seen() + " " + before.read() + " " + next;
    }
  }

  private final MessageReads reads;
  private final Guards guards;
  private final SignedCursor cursors;

  public MessageReadsApi(MessageReads reads, Guards guards, SignedCursor cursors) {
    this.reads = reads;
    this.guards = guards;
    this.cursors = cursors;
  }

  public void addTo(Router router) {
    router.get(AdminApi.INBOX + "messages/{id}/reads", guards.adminOfInbox(this::count));
  }

  private Reply count(Call call) {
    var key = call.noted(InboxKey.class).message(Inputs.pathMessage(call));
    var list = "reads\n" + key.tenant() + "\n" + key.inbox() + "\n" + key.id();
    var position = call.query("next").map(token -> Position.of(cursors.read(list, "next", token)));
    var page =
        reads
            .count(key, position.map(Position::next))
            .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.MESSAGE));
    var sum = position.map(Position::before).orElse(ReadCount.NONE).plus(page.count());
    var next = page.next().map(from -> cursors.write(list, new Position(sum, from).text()));
    return StakReplies.ok(new ReadsView(sum.recipients(), sum.seen(), sum.read(), next));
  }
}
