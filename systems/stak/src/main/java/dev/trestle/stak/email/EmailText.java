package dev.trestle.stak.email;

import dev.trestle.stak.inbox.ContentText;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.model.Inboxes.Content;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The texts of an e-mail, plain and as HTML. Everything that a tenant wrote is escaped, so a
 * message cannot become markup.
 *
 * @param sender the tenant's title
 * @param isDigest whether it is about any number of messages, in short
 */
record EmailText(
    String sender, List<InboxMessage> messages, boolean isDigest, Optional<URI> unsubscribe) {
  private static final int DIGEST_BODY_MAX = 300;

  /** The words of the link that declines such e-mails. */
  private String decline() {
    return isDigest
        ? "Unsubscribe from digests"
        : "Unsubscribe from “" + messages.getFirst().category() + "” e-mails";
  }

  String subject() {
    if (!isDigest) return messages.getFirst().message().title();
    int count = messages.size();
    return (count == 1 ? "1 new message from " : count + " new messages from ") + sender;
  }

  String plain() {
    var text = new StringBuilder();
    if (isDigest) text.append(subject()).append("\n\n");
    for (var message : messages) {
      var content = message.message();
      text.append(content.title()).append("\n\n");
      var body = body(content);
      if (!body.isEmpty()) text.append(body).append("\n\n");
      ContentText.link(content).ifPresent(uri -> text.append(uri).append("\n\n"));
    }
    text.append("-- \n").append(reason()).append('\n');
    unsubscribe.ifPresent(uri -> text.append(decline()).append(":\n").append(uri).append('\n'));
    return text.toString();
  }

  private String reason() {
    return "You get this e-mail because you have an inbox at " + sender + ".";
  }

  String html() {
    var html = new StringBuilder();
    html.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
        .append(Html.escape(subject()))
        .append("</title></head><body style=\"margin:0;padding:24px 16px;background:#ffffff;")
        .append("color:#1a1a1a;font:16px/1.5 system-ui,sans-serif\">")
        .append("<div style=\"max-width:36em;margin:0 auto\">");
    if (isDigest)
      html.append("<h1 style=\"font-size:20px\">").append(Html.escape(subject())).append("</h1>");
    var heading = isDigest ? "h2" : "h1";
    for (var message : messages) add(html, heading, message.message());
    html.append("<p style=\"border-top:1px solid #d0d0d0;padding-top:12px;font-size:13px;")
        .append("color:#595959\">")
        .append(Html.escape(reason()));
    unsubscribe.ifPresent(uri ->
        html.append("<br><a style=\"color:#595959\" href=\"")
            .append(Html.escape(uri.toASCIIString()))
            .append("\">")
            .append(Html.escape(decline()))
            .append("</a>"));
    return html.append("</p></div></body></html>\n").toString();
  }

  private void add(StringBuilder html, String heading, Content content) {
    html.append("<%s dir=\"auto\" style=\"font-size:18px\">".formatted(heading))
        .append(Html.escape(content.title()))
        .append("</%s>".formatted(heading));
    var body = body(content);
    if (!body.isEmpty()) {
      html.append("<p dir=\"auto\" style=\"white-space:pre-line\">")
          .append(Html.escape(body))
          .append("</p>");
    }
    ContentText.link(content)
        .ifPresent(
            uri -> html.append("<p><a href=\"").append(Html.escape(uri)).append("\">Open</a></p>"));
  }

  private String body(Content content) {
    var body = ContentText.plain(content);
    return isDigest ? ContentText.shortened(body, DIGEST_BODY_MAX) : body;
  }
}
