package dev.trestle.stak.email;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.trestle.testing.Await;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A real SMTP server on this machine, and what it received. */
public final class MailServer implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final GreenMail server;

  public MailServer() {
    var setup = new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
    setup.setServerStartupTimeout(SOON.toMillis());
    server = new GreenMail(setup);
    server.start();
  }

  int port() {
    return server.getSmtp().getPort();
  }

  public SmtpServer address() {
    return SmtpServer.parse("smtp://127.0.0.1:" + port(), "").orElseThrow();
  }

  /** One e-mail as its receiver sees it. */
  public record Received(
      String to, String from, String subject, String text, String html, MimeMessage mime) {
    public String header(String name) {
      try {
        return Optional.ofNullable(mime.getHeader(name, null)).orElse("");
      } catch (MessagingException e) {
        throw new AssertionError(e);
      }
    }

    /** The path of the link that declines such e-mails. */
    public String unsubscribePath() {
      var link = header("List-Unsubscribe");
      return link.substring(link.indexOf("/stak/"), link.length() - 1);
    }
  }

  /** Everything so far, in the order it came. */
  public List<Received> received() {
    return Arrays.stream(server.getReceivedMessages()).map(MailServer::received).toList();
  }

  public List<Received> to(String address) {
    return received().stream().filter(each -> each.to().equals(address)).toList();
  }

  /** Waits until there are so many e-mails to an address. */
  public List<Received> awaitTo(String address, int count) {
    return Await.value(
        () -> Optional.of(to(address)).filter(emails -> emails.size() >= count), SOON);
  }

  private static Received received(MimeMessage mime) {
    try {
      var parts = (MimeMultipart) mime.getContent();
      return new Received(
          mime.getAllRecipients()[0].toString(),
          mime.getFrom()[0].toString(),
          mime.getSubject(),
          text(parts.getBodyPart(0)),
          text(parts.getBodyPart(1)),
          mime);
    } catch (MessagingException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(BodyPart part) throws MessagingException, IOException {
    return part.getContent().toString();
  }

  @Override
  public void close() {
    server.stop();
  }
}
