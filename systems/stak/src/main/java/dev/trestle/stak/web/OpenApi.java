package dev.trestle.stak.web;

import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The description of both APIs (OpenAPI 3.1), which a test holds to the routes there are. */
public final class OpenApi {
  private OpenApi() {}

  /** {@code /openapi.json}. */
  public static Router router() {
    var document = document();
    return new Router().get("/openapi.json", _ -> Reply.bytes(200, "application/json", document));
  }

  static byte[] document() {
    try (var in = OpenApi.class.getResourceAsStream("openapi.json")) {
      if (in == null) throw new IllegalStateException("openapi.json is not in the jar");
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
