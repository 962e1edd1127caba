package dev.trestle.stak.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The admin API of one inbox. Errors are {@link StakException}s. */
public final class AdminClient {
  /**
   * The content of a message.
   *
   * @param body a text, or anything that can be written as JSON
   */
  public record Content(String title, Object body, Optional<String> ctaUri) {
    public static Content of(String title, Object body) {
      return new Content(title, body, Optional.empty());
    }
  }

  public record Posted(String id, long estimateRecipient) {}

  /** How far a delivery is. */
  public record Progress(
      long estimated,
      long delivered,
      long newUsers,
      long muted,
      long expired,
      long withdrawn,
      long failed,
      long redacted) {
    /** Whether every recipient has the message, or will not get it. */
    public boolean isDone() {
      return delivered + muted + expired + withdrawn + failed >= estimated;
    }
  }

  /** Where a message ended on its way to a user, and how it got there. */
  public record Trace(String verdict, List<String> steps) {}

  private final StakCalls calls;

  AdminClient(StakCalls calls) {
    this.calls = calls;
  }

  /**
   * Posts to users.
   *
   * @param key idempotency key: the same when a post is repeated because no response came
   */
  public Posted post(String category, Collection<String> uids, Content content, String key) {
    return post(Map.of("kind", "users", "uids", uids), category, content, key);
  }

  public Posted postToEveryone(String category, Content content, String key) {
    return post(Map.of("kind", "everyone"), category, content, key);
  }

  /** Posts to those who have subscribed to a topic when the message is sent. */
  public Posted postToTopic(String category, String topic, Content content, String key) {
    return post(Map.of("kind", "topic", "topic", topic), category, content, key);
  }

  private Posted post(Map<String, ?> audiences, String category, Content content, String key) {
    var message = new LinkedHashMap<String, Object>();
    message.put("title", content.title());
    message.put("body", content.body());
    content.ctaUri().ifPresent(uri -> message.put("cta_uri", uri));
    var body =
        Map.of(
            "headers", Map.of("audiences", audiences),
            "taxonomy", Map.of("category", category),
            "message", message);
    var data = calls.post("messages/post", body, Map.of("Idempotency-Key", key)).get("data");
    return new Posted(data.get("id").asText(), data.get("estimate_recipient").asLong());
  }

  public void redact(String id) {
    calls.delete("messages/redact?id=" + StakCalls.segment(id));
  }

  public Progress progress(String id) {
    var progress = calls.get("messages/" + StakCalls.segment(id)).at("/data/progress");
    return new Progress(
        progress.get("estimated").asLong(),
        progress.get("delivered").asLong(),
        progress.get("new_users").asLong(),
        progress.get("muted").asLong(),
        progress.get("expired").asLong(),
        progress.get("withdrawn").asLong(),
        progress.get("failed").asLong(),
        progress.get("redacted").asLong());
  }

  /** Why a user did not get a message. */
  public Trace trace(String id, String user) {
    var data =
        calls
            .get("messages/" + StakCalls.segment(id) + "/timeline/" + StakCalls.segment(user))
            .get("data");
    var steps = new ArrayList<String>();
    for (JsonNode step : data.get("steps")) {
      steps.add(step.get("what").asText() + ": " + step.get("detail").asText());
    }
    return new Trace(data.get("verdict").asText(), List.copyOf(steps));
  }

  /** Registers users, so that they see broadcasts from now on; returns how many are known. */
  public long register(Collection<String> uids) {
    return calls.post("users", Map.of("uids", uids), Map.of()).at("/data/known_users").asLong();
  }

  /**
   * Creates a topic, or changes it.
   *
   * @param open whether users may subscribe themselves
   */
  public void topic(String topic, String title, boolean open) {
    calls.put("topics/" + StakCalls.segment(topic), Map.of("title", title, "open", open));
  }

  /** Subscribes up to a hundred users; returns how many subscribers there are. */
  public long subscribe(String topic, Collection<String> uids) {
    var path = "topics/" + StakCalls.segment(topic) + "/subscribers";
    return calls.post(path, Map.of("uids", uids), Map.of()).at("/data/subscribers").asLong();
  }

  public void unsubscribe(String topic, String user) {
    calls.delete("topics/" + StakCalls.segment(topic) + "/subscribers/" + StakCalls.segment(user));
  }

  /** Sets the e-mail address of a user, who is known from then on. */
  public void email(String user, String address) {
    calls.put("users/" + StakCalls.segment(user) + "/email", Map.of("address", address));
  }

  public void deleteEmail(String user) {
    calls.delete("users/" + StakCalls.segment(user) + "/email");
  }

  /** An e-mail that was refused, or failed at every attempt. */
  public record EmailFailure(String id, String user, String state, String reason) {}

  /** The latest e-mails that were not accepted. */
  public List<EmailFailure> emailFailures() {
    var failures = new ArrayList<EmailFailure>();
    for (var failure : calls.get("email-failures").get("data")) {
      failures.add(
          new EmailFailure(
              failure.get("id").asText(),
              failure.get("uid").asText(),
              failure.get("state").asText(),
              failure.get("reason").asText()));
    }
    return List.copyOf(failures);
  }

  /** What happened on a day, in UTC. */
  public record Day(LocalDate day, long sent, long delivered, long read, long failed) {}

  /**
   * What happened on each of the last days, today included.
   *
   * @param days 7, 30 or 90
   */
  public List<Day> trends(int days) {
    var found = new ArrayList<Day>();
    for (var day : calls.get("trends?days=" + days).at("/data/days")) {
      found.add(
          new Day(
              LocalDate.parse(day.get("day").asText()),
              day.get("sent").asLong(),
              day.get("delivered").asLong(),
              day.get("read").asLong(),
              day.get("failed").asLong()));
    }
    return List.copyOf(found);
  }

  /** Issues a token for one user's page. */
  public String token(String user) {
    return calls.post("tokens", Map.of("user_id", user), Map.of()).at("/data/token").asText();
  }
}
