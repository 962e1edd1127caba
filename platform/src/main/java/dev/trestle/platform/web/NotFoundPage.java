package dev.trestle.platform.web;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What people see who open an address where nothing is. */
final class NotFoundPage {
  private static final String HTML =
      """
      <!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Page not found</title>
          <link rel="stylesheet" href="/shared/trestle.css" />
          <script src="/shared/theme.js"></script>
        </head>
        <body>
          <main class="sign-in-page">
            <div class="card sign-in-card">
              <h1>Page not found</h1>
              <p>There is nothing at this address. It may be mistyped, or what was here is gone.</p>
              <p><a class="button primary" href="/">Go to the home page</a></p>
            </div>
          </main>
        </body>
      </html>
      """;

  static final Reply REPLY =
      Reply.bytes(404, "text/html; charset=utf-8", HTML.getBytes(StandardCharsets.UTF_8))
          .with(ContentSecurity.HEADER, ContentSecurity.page(List.of()));

  private NotFoundPage() {}
}
