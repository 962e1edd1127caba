package dev.trestle.stak.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.inbox.Item;
import dev.trestle.stak.inbox.Unread;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Sends.DeadLetter;
import dev.trestle.stak.model.Sends.SentMessage;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Messages as JSON: names and units as in the design document, times in seconds. */
final class MessageJson {
  private MessageJson() {}

  static Map<String, Object> of(Item item) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", item.id());
    item.hostSystemId().ifPresent(id -> json.put("host_system_id", id));
    json.put("category", item.category());
    json.put("sender", item.sender());
    json.put("audiences", item.audiences());
    json.put("received", item.received().getEpochSecond());
    json.put("delivered", item.delivered().getEpochSecond());
    json.put("read", item.readat().isPresent());
    item.readat().ifPresent(time -> json.put("readat", time.getEpochSecond()));
    json.put("seen", item.seen());
    json.put("archived", item.archived());
    item.snoozedUntil().ifPresent(time -> json.put("snoozed_until", time.getEpochSecond()));
    json.put("expiredat", item.expiredat().getEpochSecond());
    json.put("message", of(item.message()));
    return json;
  }

  static Map<String, Object> of(Content content) {
    var json = new LinkedHashMap<String, Object>();
    json.put("title", content.title());
    json.put("body", body(content));
    content.ctaUri().ifPresent(uri -> json.put("cta_uri", uri));
    return json;
  }

  private static Object body(Content content) {
    if (content.bodyType().isEmpty()) return content.body();
    try {
      return Json.tree().readTree(content.body());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored body is no JSON");
    }
  }

  static Map<String, Object> of(Unread unread) {
    var json = Answers.success();
    json.put("total", unread.total());
    json.put("unseen", unread.unseen());
    json.put("categories", new TreeMap<>(unread.categories()));
    return json;
  }

  static Map<String, Object> of(SentMessage sent) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", sent.id());
    sent.hostSystemId().ifPresent(id -> json.put("host_system_id", id));
    json.put("category", sent.category());
    json.put("sender", sent.sender());
    json.put("audiences", audience(sent.kind(), sent.label()));
    json.put("received", sent.received().getEpochSecond());
    json.put("expiredat", sent.expiredat().getEpochSecond());
    json.put("redacted", sent.redacted());
    json.put("progress", progress(sent));
    json.put("message", of(sent.message()));
    return json;
  }

  private static Map<String, Object> progress(SentMessage sent) {
    var json = new LinkedHashMap<String, Object>();
    json.put("estimated", sent.estimated());
    json.put("delivered", sent.delivered());
    json.put("muted", sent.muted());
    json.put("failed", sent.failed());
    json.put("redacted", sent.retracted());
    return json;
  }

  private static Map<String, Object> audience(String kind, Optional<String> label) {
    var json = new LinkedHashMap<String, Object>();
    json.put("kind", kind);
    label.ifPresent(text -> json.put("label", text));
    return json;
  }

  static Map<String, Object> of(DeadLetter dead) {
    var json = new LinkedHashMap<String, Object>();
    json.put("id", dead.id());
    json.put("chunk", dead.chunk());
    json.put("work", dead.work());
    json.put("uids", dead.uids());
    json.put("reason", dead.reason());
    json.put("at", dead.at().getEpochSecond());
    return json;
  }

  static Object seconds(Optional<Instant> time) {
    return time.map(Instant::getEpochSecond);
  }
}
