package dev.trestle.stak.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/**
 * Where webhooks may go: to public addresses by https. A tenant that could have this server call
 * addresses inside would see through its eyes. Looked at when it is set and again before each call;
 * Java keeps what a name was resolved to for some seconds, so the call goes where was looked.
 *
 * @param inside also inside addresses and plain http: for tests, and servers among friends
 */
public record Targets(boolean inside) {
  private static final int LENGTH_MAX = 2048;

  /** Why a webhook may not go there; nothing if it may. */
  public Optional<String> fault(String url) {
    if (url.length() > LENGTH_MAX) return Optional.of("This address is too long.");
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      return Optional.of("This is no address.");
    }
    var scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !(inside && scheme.equals("http"))) {
      return Optional.of("An https address is expected.");
    }
    var host = Optional.ofNullable(uri.getHost()).orElse("");
    if (host.isEmpty() || uri.getUserInfo() != null || uri.getFragment() != null) {
      return Optional.of("An address of a host and a path is expected.");
    }
    return inside ? Optional.empty() : fault(uri, host);
  }

  private static Optional<String> fault(URI uri, String host) {
    try {
      for (var address : InetAddress.getAllByName(host)) {
        if (!isPublic(address)) return Optional.of("This address is not a public one.");
      }
      return Optional.empty();
    } catch (UnknownHostException e) {
      return Optional.of("The host of this address is not known: " + uri.getHost());
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

  /** Global unicast only, and none that has an IPv4 address within. */
  private static boolean isPublic6(byte[] bytes) {
    int head = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    int next = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
    if ((head & 0xe000) != 0x2000) return false;
    if (head == 0x2002) return false;
    return !(head == 0x2001 && (next < 0x0200 || next == 0x0db8));
  }
}
