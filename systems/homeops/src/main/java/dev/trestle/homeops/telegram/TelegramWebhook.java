package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Receives Telegram's updates and queues them. Telegram repeats an update until it is answered with
 * 200, so everything that has the secret token is, unless it could not be queued.
 */
final class TelegramWebhook {
  private static final String HEADER = "x-telegram-bot-api-secret-token";
  private static final List<String> KINDS =
      List.of("message", "edited_message", "my_chat_member", "message_reaction");

  private final WorkQueue queue;
  private final byte[] secret;

  TelegramWebhook(WorkQueue queue, String secret) {
    this.queue = queue;
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  Reply receive(Call call) {
    var token = call.header(HEADER).orElse("").getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(secret, token)) {
      throw ApiError.unauthorized("The secret token is wrong.");
    }
    call.markAuthenticated();
    update(call).flatMap(TelegramWebhook::job).ifPresent(queue::enqueue);
    return Reply.ok(Map.of());
  }

  private static Optional<JsonNode> update(Call call) {
    var request = call.request();
    try {
      return Optional.of(
          Json.tree().readTree(request.bodyArray(), request.bodyStart(), request.bodyLength()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A repeated update is the same job while it waits, and changes nothing afterwards. */
  private static Optional<NewJob> job(JsonNode update) {
    var kept = UpdateFields.kept(update);
    var written =
        KINDS.stream()
            .map(kind -> kept.path(kind).path("date"))
            .filter(JsonNode::isIntegralNumber)
            .findFirst();
    if (!kept.path("update_id").isIntegralNumber() || written.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NewJob(
            TelegramUpdates.QUEUE,
            "update-" + kept.path("update_id").asLong(),
            kept.toString(),
            Instant.ofEpochSecond(Math.clamp(written.get().asLong(), 0, 4_000_000_000L))));
  }
}
