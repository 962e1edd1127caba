package dev.trestle.platform.outbound;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Which URLs that came from outside may be called: public addresses over https. Otherwise whoever
 * names a URL could make this server call addresses that only the server can reach. Checked when
 * the URL is stored and again before each call, which then goes to the address that was checked.
 */
public final class AddressPolicy {
  private static final int LENGTH_MAX = 2048;

  /**
   * Four decimal numbers. Other forms, such as octal, mean different addresses to different
   * programs.
   */
  private static final Pattern DOTTED_DECIMAL =
      Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");

  private static final Pattern BRACKETED = Pattern.compile("\\[[0-9A-Fa-f:.]+]");

  /** A name whose last label begins with a letter, which no form of an address does. */
  private static final Pattern NAME =
      Pattern.compile("(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,62})\\.)*[A-Za-z][A-Za-z0-9-]{0,62}\\.?");

  private final boolean allowsInternal;
  private final NameLookups names;

  /**
   * Creates a policy.
   *
   * @param allowsInternal also internal addresses and plain http, for tests and private networks
   */
  public AddressPolicy(boolean allowsInternal) {
    this(allowsInternal, NameLookups.SYSTEM);
  }

  AddressPolicy(boolean allowsInternal, NameLookups names) {
    this.allowsInternal = allowsInternal;
    this.names = names;
  }

  /** The result of checking a URL. */
  public sealed interface Verdict {
    /** Call this address. */
    record Allowed(URI url, InetAddress address) implements Verdict {}

    /** Do not call it, for this reason. */
    record Refused(String reason) implements Verdict {}
  }

  /**
   * Why this URL may not be called; none if it may.
   *
   * @param owner who named it
   */
  public Optional<String> problem(String owner, String url) {
    return switch (check(owner, url)) {
      case Verdict.Allowed _ -> Optional.empty();
      case Verdict.Refused(var reason) -> Optional.of(reason);
    };
  }

  /**
   * Resolves the URL's host and checks all its addresses.
   *
   * @param owner who named it: a tenant or a user, who has only a few lookups at a time
   */
  public Verdict check(String owner, String url) {
    if (url.length() > LENGTH_MAX) {
      return new Verdict.Refused("A URL has at most " + LENGTH_MAX + " characters.");
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      return new Verdict.Refused("This is not a URL.");
    }
    var scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !(allowsInternal && scheme.equals("http"))) {
      return new Verdict.Refused("The URL must begin with https://.");
    }
    var host = Optional.ofNullable(uri.getHost()).orElse("");
    if (host.isEmpty() || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
      return new Verdict.Refused(
          "The URL must have a host and a path, without user name or fragment.");
    }
    if (!DOTTED_DECIMAL.matcher(host).matches()
        && !BRACKETED.matcher(host).matches()
        && !NAME.matcher(host).matches()) {
      return new Verdict.Refused("The host must be a name, or an address such as 192.0.2.1.");
    }
    return resolve(owner, uri, host);
  }

  private Verdict resolve(String owner, URI uri, String host) {
    try {
      boolean isName = NAME.matcher(host).matches();
      var addresses = isName ? names.find(owner, host) : InetAddress.getAllByName(host);
      for (var address : addresses) {
        if (!allowsInternal && !isPublic(address)) {
          return new Verdict.Refused("This is not a public address.");
        }
      }
      return new Verdict.Allowed(uri, addresses[0]);
    } catch (UnknownHostException e) {
      return new Verdict.Refused("There is no host named " + host + ".");
    } catch (TimeoutException e) {
      return new Verdict.Refused("The address of " + host + " could not be found in time.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict.Refused("The address of " + host + " was not found.");
    }
  }

  static boolean isPublic(InetAddress address) {
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    var bytes = address.getAddress();
    return bytes.length == 4 ? isPublic4(bytes) : isPublic6(bytes);
  }

  /** Not one of the ranges that RFC 6890 reserves. */
  private static boolean isPublic4(byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    int third = bytes[2] & 0xff;
    if (first == 0 || first >= 240) return false;
    if (first == 100 && second >= 64 && second < 128) return false;
    if (first == 192 && second == 0 && (third == 0 || third == 2)) return false;
    if (first == 198 && (second == 18 || second == 19 || second == 51)) return false;
    return !(first == 203 && second == 0 && third == 113);
  }

  /** Global unicast only, and no address that contains an IPv4 address. */
  private static boolean isPublic6(byte[] bytes) {
    int head = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    int next = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
    if ((head & 0xe000) != 0x2000) return false;
    if (head == 0x2002) return false;
    return !(head == 0x2001 && (next < 0x0200 || next == 0x0db8));
  }
}
