package dev.trestle.stak.email;

import dev.trestle.stak.model.EmailAddress;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;

/**
 * An e-mail to one user.
 *
 * @param id the same when it is sent again, so that its receiver can notice; without brackets
 * @param fromName the tenant's name
 * @param unsubscribe the link that ends such e-mails, if they can be declined
 */
record OutgoingEmail(
    String id,
    EmailAddress to,
    String fromName,
    String subject,
    String text,
    String html,
    Optional<URI> unsubscribe) {
  private static final String UTF_8 = StandardCharsets.UTF_8.name();

  /** The message as the server gets it. No value can end its header: line breaks become spaces. */
  MimeMessage mime(Session session, EmailAddress from, Instant now) throws MessagingException {
    var mime = new IdentifiedMessage(session, "<" + id + ">");
    mime.setFrom(sender(from));
    mime.setRecipient(Message.RecipientType.TO, new InternetAddress(to.value(), true));
    mime.setSubject(oneLine(subject), UTF_8);
    mime.setSentDate(Date.from(now));
    // Asks vacation responders and the like not to answer (RFC 3834).
    mime.setHeader("Auto-Submitted", "auto-generated");
    if (unsubscribe.isPresent()) {
      mime.setHeader("List-Unsubscribe", "<" + unsubscribe.get().toASCIIString() + ">");
      mime.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    }
    var parts = new MimeMultipart("alternative");
    parts.addBodyPart(part(text, "plain"));
    parts.addBodyPart(part(html, "html"));
    mime.setContent(parts);
    mime.saveChanges();
    return mime;
  }

  private InternetAddress sender(EmailAddress from) throws MessagingException {
    try {
      return new InternetAddress(from.value(), oneLine(fromName), UTF_8);
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MimeBodyPart part(String content, String subtype) throws MessagingException {
    var part = new MimeBodyPart();
    part.setText(content, UTF_8, subtype);
    return part;
  }

  /** The text on one line, without control characters. */
  static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
  }

  /** Keeps the id that it was given, where the library would make one up. */
  private static final class IdentifiedMessage extends MimeMessage {
    private final String id;

    IdentifiedMessage(Session session, String id) {
      super(session);
      this.id = id;
    }

    @Override
    protected void updateMessageID() throws MessagingException {
      setHeader("Message-ID", id);
    }
  }
}
