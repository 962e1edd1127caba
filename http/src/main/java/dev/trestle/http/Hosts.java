package dev.trestle.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Which Host headers a server accepts. A web page can point its own name at 127.0.0.1 and so reach
 * a local server through the browser (DNS rebinding); the Host header still has the page's name.
 */
public sealed interface Hosts {
  int PORT_DIGITS_MAX = 5;

  boolean accept(String header);

  /** For a server that other machines can reach: any name. */
  record Any() implements Hosts {
    @Override
    public boolean accept(String header) {
      return true;
    }
  }

  /** For a server on the loopback address: only names that mean this machine. */
  record Loopback() implements Hosts {
    private static final String LOOPBACK_START = "127";
    private static final int PARTS_AFTER = 3;
    private static final int DIGITS_MAX = 3;

    @Override
    public boolean accept(String header) {
      if (!isWellFormed(header)) return false;
      var name = name(header.toLowerCase(Locale.ROOT));
      return name.equals("localhost")
          || name.endsWith(".localhost")
          || name.equals("[::1]")
          || isLoopbackAddress(name);
    }

    private static String name(String header) {
      int port = header.lastIndexOf(':');
      return port > header.lastIndexOf(']') ? header.substring(0, port) : header;
    }

    /** Only in digits: a name would be looked up, and names are not to be trusted here. */
    private static boolean isLoopbackAddress(String name) {
      if (!name.startsWith(LOOPBACK_START)) return false;
      int at = LOOPBACK_START.length();
      for (int part = 0; part < PARTS_AFTER; part++) {
        if (at == name.length() || name.charAt(at) != '.') return false;
        int start = ++at;
        while (at < name.length() && isDigit(name.charAt(at))) at++;
        if (at == start || at - start > DIGITS_MAX) return false;
      }
      return at == name.length();
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }

  /** Whether a Host header is a name or an address, perhaps with a port; an empty one is. */
  static boolean isWellFormed(String header) {
    int nameEnd = header.lastIndexOf(']') + 1;
    int colon = header.indexOf(':', nameEnd);
    var name = colon < 0 ? header : header.substring(0, colon);
    if (name.startsWith("[") != (nameEnd > 0)) return false;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isAllowed = Character.isLetterOrDigit(c) || "-._~[]:%".indexOf(c) >= 0;
      if (c > 126 || !isAllowed) return false;
    }
    if (colon < 0) return true;
    var port = header.substring(colon + 1);
    return port.length() <= PORT_DIGITS_MAX && port.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  static Hosts of(String host) {
    return isLoopback(host) ? new Loopback() : new Any();
  }

  /** Whether only this machine can reach a server on {@code host}. */
  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
