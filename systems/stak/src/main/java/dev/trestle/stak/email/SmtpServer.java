package dev.trestle.stak.email;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/**
 * An SMTP server.
 *
 * @param user signs in, if there is one
 */
public record SmtpServer(
    String host, int port, Security security, Optional<String> user, String password) {
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int SUBMISSION_PORT = 587;
  private static final int TLS_PORT = 465;

  /** How the connection is protected. */
  public enum Security {
    /** TLS from the first byte. */
    TLS,
    /** TLS before anything is sent. A server that does not offer it gets nothing. */
    STARTTLS,
    /** Plain text, for a server on this machine only. */
    NONE
  }

  /** The password is not part of it. */
  @Override
  public String toString() {
    return "%s:%d (%s)".formatted(host, port, security);
  }

  /**
   * The server of an address such as {@code smtp://user@mail.example.com:587}. With {@code smtp},
   * TLS starts after the greeting, except on this machine; with {@code smtps}, the connection
   * begins with it. A {@code @} in the user's name is written {@code %40}.
   *
   * @return none if this is not such an address, or if it contains a password
   */
  public static Optional<SmtpServer> parse(String address, String password) {
    try {
      var uri = new URI(address);
      var scheme = Optional.ofNullable(uri.getScheme()).orElse("");
      if (!scheme.equals("smtp") && !scheme.equals("smtps")) return Optional.empty();
      var user = Optional.ofNullable(uri.getUserInfo());
      var path = Optional.ofNullable(uri.getRawPath()).orElse("");
      if (uri.getHost() == null
          || user.filter(name -> name.isEmpty() || name.indexOf(':') >= 0).isPresent()
          || !(path.isEmpty() || path.equals("/"))
          || uri.getRawQuery() != null) {
        return Optional.empty();
      }
      boolean isTls = scheme.equals("smtps");
      int port = uri.getPort() > 0 ? uri.getPort() : isTls ? TLS_PORT : SUBMISSION_PORT;
      return Optional.of(
          new SmtpServer(uri.getHost(), port, security(isTls, uri.getHost()), user, password));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static Security security(boolean isTls, String host) {
    if (isTls) return Security.TLS;
    return THIS_MACHINE.contains(host) ? Security.NONE : Security.STARTTLS;
  }
}
