package dev.trestle.homeops.web;

import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The OpenAPI 3.1 document. A test compares it with the routes. */
public final class OpenApi {
  private OpenApi() {}

  /** The same routes with {@code /openapi.json}. */
  public static Router addedTo(Router router) {
    var document = document();
    return router.get("/openapi.json", _ -> Reply.bytes(200, "application/json", document));
  }

  private static byte[] document() {
    try (var in = OpenApi.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
