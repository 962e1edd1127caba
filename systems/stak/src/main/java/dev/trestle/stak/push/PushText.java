package dev.trestle.stak.push;

import dev.trestle.platform.web.Json;
import dev.trestle.stak.inbox.ContentText;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.model.MessageId;
import java.util.Optional;

/**
 * What the service worker gets and shows.
 *
 * @param url what a click opens; absent for the page that the widget is on
 */
record PushText(MessageId id, String title, String body, Optional<String> url) {
  private static final int TITLE_MAX = 100;
  private static final int BODY_MAX = 200;
  private static final int URL_MAX = 1000;

  static PushText of(InboxMessage message) {
    var content = message.message();
    return new PushText(
        message.id(),
        ContentText.shortened(content.title(), TITLE_MAX),
        ContentText.shortened(ContentText.plain(content), BODY_MAX),
        ContentText.link(content).filter(link -> link.length() <= URL_MAX));
  }

  byte[] json() {
    return Json.write(this);
  }
}
