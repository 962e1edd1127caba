package dev.trestle.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.function.Predicate;

/**
 * How many connections a server holds open. Each takes one of the process's files, which the store
 * needs as well.
 *
 * @param all of everybody together
 * @param ofAddress of one address, or of one IPv6 network
 * @param unauthenticated of those who have not said who they are; a quarter of these from one
 *     address
 * @param isProxy the addresses that connect for many clients; only {@code all} counts for them
 */
public record ConnectionLimits(
    int all, int ofAddress, int unauthenticated, Predicate<InetAddress> isProxy) {
  private static final int ALL_MAX = 32 * 1024;
  private static final int FILES_UNKNOWN = 4096;

  /** Takes at most this share of the files that the process may open. */
  public static ConnectionLimits ofFiles(double share) {
    int all = (int) Math.clamp(filesMax() * share, 64, ALL_MAX);
    return new ConnectionLimits(all, all / 2, all / 2, address -> false);
  }

  private static long filesMax() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : FILES_UNKNOWN;
  }

  int unauthenticatedOfAddress() {
    return Math.max(1, unauthenticated / 4);
  }

  public ConnectionLimits proxies(Predicate<InetAddress> proxies) {
    return new ConnectionLimits(all, ofAddress, unauthenticated, proxies);
  }
}
