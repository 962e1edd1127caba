package dev.trestle.messenger.web;

import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.people.People;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** What this server is, and whether it is well. */
final class ServiceApi {
  private final ApiLimits rates;
  private final Runnable probe;

  /**
   * Makes it.
   *
   * @param probe throws if the tables cannot be reached
   */
  ServiceApi(ApiLimits rates, Runnable probe) {
    this.rates = rates;
    this.probe = probe;
  }

  void addTo(Router router) {
    router.get("/health", this::health).get("/", this::about).get("/openapi.json", this::openApi);
  }

  private Reply health(Call call) {
    probe.run();
    return Reply.ok(new Views.One<>(Map.of("status", "ok")));
  }

  private Reply about(Call call) {
    var limits = new LinkedHashMap<String, Object>();
    limits.put("content_bytes", Draft.CONTENT_BYTES_MAX);
    limits.put("body_bytes", Router.BODY_BYTES);
    limits.put("group_members", Groups.MEMBERS_MAX);
    limits.put("lookup_numbers", People.NUMBERS_MAX);
    limits.put("messages_in_a_chat", text(rates.chatMessages()));
    limits.put("messages", text(rates.messages()));
    limits.put("messages_in_an_hour", text(rates.messagesOfAnHour()));
    limits.put("lookups", text(rates.lookups()));
    var about = new LinkedHashMap<String, Object>();
    about.put("name", "messenger");
    about.put("versions", Map.of("api", "1", "socket", "1.0"));
    about.put("socket", "/v1/ws");
    about.put("openapi", "/api/v1/openapi.json");
    about.put("limits", limits);
    return Reply.ok(new Views.One<>(about));
  }

  private static String text(Rate rate) {
    return rate.count() + " in " + rate.per().toSeconds() + " s, " + rate.burst() + " at once";
  }

  private Reply openApi(Call call) {
    try (var in = ServiceApi.class.getResourceAsStream("openapi.json")) {
      return Reply.bytes(
          200, "application/json", Objects.requireNonNull(in, "openapi.json").readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
