package dev.trestle.messenger.web;

import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.message.Draft;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** {@code /}: version, limits, health and the API document. */
public final class ServiceApi {
  private final MessengerRates rates;
  private final Runnable probe;

  /**
   * Creates the API.
   *
   * @param probe throws if the tables cannot be reached
   */
  public ServiceApi(MessengerRates rates, Runnable probe) {
    this.rates = rates;
    this.probe = probe;
  }

  public void addTo(Router router) {
    router.get("/health", this::health).get("/", this::about).get("/openapi.json", this::openApi);
  }

  private Reply health(Call call) {
    probe.run();
    return Reply.ok(new DataBody<>(Map.of("status", "ok")));
  }

  private Reply about(Call call) {
    var limits = new LinkedHashMap<String, Object>();
    limits.put("content_bytes", Draft.CONTENT_BYTES_MAX);
    limits.put("body_bytes", Router.BODY_BYTES);
    limits.put("file_bytes", ChatFiles.BYTES_MAX);
    limits.put("group_members", Groups.MEMBERS_MAX);
    limits.put("messages_in_a_chat", text(rates.chatMessages()));
    limits.put("messages", text(rates.messages()));
    limits.put("messages_in_an_hour", text(rates.messagesPerHour()));
    limits.put("chats", text(rates.chats()));
    limits.put("additions_to_groups", text(rates.additions()));
    limits.put("changes_to_chats", text(rates.changes()));
    limits.put("uploads", text(rates.uploads()));
    limits.put("uploaded_megabytes", text(rates.uploadedMegabytes()));
    var about = new LinkedHashMap<String, Object>();
    about.put("name", "messenger");
    about.put("versions", Map.of("api", "1", "socket", "1.0"));
    about.put("socket", "/v1/ws");
    about.put("openapi", "/api/v1/openapi.json");
    about.put("limits", limits);
    return Reply.ok(new DataBody<>(about));
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
