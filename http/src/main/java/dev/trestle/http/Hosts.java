package dev.trestle.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Which Host headers are answered. A page on the web can give its own name the address 127.0.0.1
 * and so reach a server on this machine from a browser on it; the header then still has the page's
 * name.
 */
public sealed interface Hosts {
  boolean accept(String header);

  /** A server that others may reach answers to any name. */
  record Any() implements Hosts {
    @Override
    public boolean accept(String header) {
      return true;
    }
  }

  /** A server on the loopback address answers to the names of this machine for itself only. */
  record Loopback() implements Hosts {
    private static final String LOOPBACK_START = "127";
    private static final int PARTS_AFTER = 3;
    private static final int DIGITS_MAX = 3;

    @Override
    public boolean accept(String header) {
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

    /** In digits only: a name would be looked up, and that is what is not to be trusted. */
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

  static Hosts of(String host) {
    return isLoopback(host) ? new Loopback() : new Any();
  }

  /** Whether only this machine can reach a server on that address. */
  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}
