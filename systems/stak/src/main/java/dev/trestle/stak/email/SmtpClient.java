package dev.trestle.stak.email;

import dev.trestle.stak.model.EmailAddress;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;

/** Hands e-mails to the SMTP server, over connections that are used again. */
final class SmtpClient implements AutoCloseable {
  private static final String CONNECT_MILLIS = "10000";
  private static final String ANSWER_MILLIS = "30000";
  private static final int IDLE_MAX = 8;
  private static final int REPLY_LENGTH_MAX = 300;

  /** How handing over an e-mail ended. */
  sealed interface Outcome {
    /** The server is responsible for it now. */
    record Accepted() implements Outcome {}

    /**
     * The server will never take it.
     *
     * @param ofAddress whether the reason is the recipient's address
     */
    record Refused(String reply, boolean ofAddress) implements Outcome {}

    /** The server did not take it this time. */
    record Deferred(String reason) implements Outcome {}
  }

  private final SmtpServer server;
  private final EmailAddress from;
  private final InstantSource clock;
  private final Session session;

  /** Connections that nobody uses at the moment, guarded by itself. */
  private final Deque<Transport> idle = new ArrayDeque<>();

  SmtpClient(SmtpServer server, EmailAddress from, InstantSource clock, SSLContext tls) {
    this.server = server;
    this.from = from;
    this.clock = clock;
    this.session = Session.getInstance(properties(server, from, tls));
  }

  /** Trusts the certificates that this Java trusts. */
  SmtpClient(SmtpServer server, EmailAddress from, InstantSource clock) {
    this(server, from, clock, trusted());
  }

  private static SSLContext trusted() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Properties properties(SmtpServer server, EmailAddress from, SSLContext tls) {
    var protocol = protocol(server);
    var prefix = "mail." + protocol + ".";
    var properties = new Properties();
    properties.setProperty("mail.transport.protocol", protocol);
    properties.setProperty(prefix + "localhost", from.host());
    properties.setProperty(prefix + "from", from.value());
    properties.setProperty(prefix + "connectiontimeout", CONNECT_MILLIS);
    properties.setProperty(prefix + "timeout", ANSWER_MILLIS);
    properties.setProperty(prefix + "writetimeout", ANSWER_MILLIS);
    properties.setProperty(prefix + "auth", Boolean.toString(server.user().isPresent()));
    properties.setProperty(prefix + "ssl.checkserveridentity", "true");
    // Otherwise a server whose certificate is refused is tried again with another factory.
    properties.setProperty(prefix + "socketFactory.fallback", "false");
    properties.put(prefix + "ssl.socketFactory", tls.getSocketFactory());
    boolean isStartTls = server.security() == SmtpServer.Security.STARTTLS;
    properties.setProperty(prefix + "starttls.enable", Boolean.toString(isStartTls));
    properties.setProperty(prefix + "starttls.required", Boolean.toString(isStartTls));
    return properties;
  }

  private static String protocol(SmtpServer server) {
    return server.security() == SmtpServer.Security.TLS ? "smtps" : "smtp";
  }

  /** Hands over an e-mail. A connection that fails is not used again. */
  Outcome send(OutgoingEmail email) {
    var taken = Optional.<Transport>empty();
    try {
      var mime = email.mime(session, from, clock.instant());
      taken = Optional.of(connection());
      taken.get().sendMessage(mime, mime.getAllRecipients());
      giveBack(taken.get());
      return new Outcome.Accepted();
    } catch (MessagingException e) {
      taken.ifPresent(SmtpClient::close);
      return outcome(e);
    }
  }

  private Transport connection() throws MessagingException {
    for (var found = take(); found.isPresent(); found = take()) {
      // Asks the server, which may have closed it meanwhile.
      if (found.get().isConnected()) return found.get();
      close(found.get());
    }
    var transport = session.getTransport();
    try {
      // A password without a user would sign in with the name of this process's user.
      var password = server.user().isPresent() ? server.password() : null;
      transport.connect(server.host(), server.port(), server.user().orElse(null), password);
    } catch (MessagingException e) {
      close(transport);
      throw e;
    }
    return transport;
  }

  private Optional<Transport> take() {
    synchronized (idle) {
      return Optional.ofNullable(idle.pollLast());
    }
  }

  private void giveBack(Transport transport) {
    synchronized (idle) {
      if (idle.size() < IDLE_MAX) {
        idle.addLast(transport);
        return;
      }
    }
    close(transport);
  }

  /** A code of 500 or above is final if it is about the recipient's mailbox or the e-mail. */
  private static Outcome outcome(MessagingException failure) {
    var reason = reply(failure);
    for (var each = Optional.<Exception>of(failure); each.isPresent(); each = next(each.get())) {
      switch (each.get()) {
        case SMTPAddressFailedException e
            when new SmtpRefusal(e.getReturnCode(), reply(e)).isOfRecipient() -> {
          return new Outcome.Refused(reply(e), true);
        }
        case SMTPSendFailedException e
            when !e.getCommand().startsWith("MAIL")
                && new SmtpRefusal(e.getReturnCode(), reply(e)).isOfContent() -> {
          return new Outcome.Refused(reply(e), false);
        }
        // The innermost one has the server's own words.
        case MessagingException e -> reason = reply(e);
        default -> {}
      }
    }
    return new Outcome.Deferred(reason);
  }

  private static Optional<Exception> next(Exception failure) {
    return failure instanceof MessagingException messaging
        ? Optional.ofNullable(messaging.getNextException())
        : Optional.empty();
  }

  private static String reply(MessagingException failure) {
    var line = OutgoingEmail.oneLine(Objects.requireNonNullElse(failure.getMessage(), "no reply"));
    return line.length() <= REPLY_LENGTH_MAX ? line : line.substring(0, REPLY_LENGTH_MAX);
  }

  private static void close(Transport transport) {
    try {
      transport.close();
    } catch (MessagingException e) {
      // It is closed either way.
    }
  }

  @Override
  public void close() {
    for (var found = take(); found.isPresent(); found = take()) close(found.get());
  }
}
