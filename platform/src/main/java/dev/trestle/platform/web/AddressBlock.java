package dev.trestle.platform.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A block of addresses such as {@code 10.0.0.0/8} or {@code fd00::/8}; one address without a slash.
 *
 * @param bits how many leading bits an address shares with the block
 */
public record AddressBlock(InetAddress first, int bits) {
  private static final int IPV6_BYTES = 16;
  private static final int NETWORK_BYTES = 8;

  public AddressBlock {
    if (bits < 0 || bits > first.getAddress().length * 8) {
      throw new IllegalArgumentException("a prefix of " + bits + " bits");
    }
  }

  /** Reads a block in CIDR form; empty if it is none. Names are not looked up. */
  public static Optional<AddressBlock> parse(String text) {
    int slash = text.indexOf('/');
    var address = address(slash < 0 ? text : text.substring(0, slash));
    if (address.isEmpty()) return Optional.empty();
    try {
      int all = address.get().getAddress().length * 8;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      return Optional.of(new AddressBlock(address.get(), bits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Reads blocks between commas; empty if one of them is none. */
  public static Optional<List<AddressBlock>> parseAll(String text) {
    var blocks = new ArrayList<AddressBlock>();
    if (text.isBlank()) return Optional.of(blocks);
    for (var part : text.split(",", -1)) {
      var block = parse(part.strip());
      if (block.isEmpty()) return Optional.empty();
      blocks.add(block.get());
    }
    return Optional.of(blocks);
  }

  /** Reads an address; empty if the text is none. Names are not looked up. */
  static Optional<InetAddress> address(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean contains(InetAddress address) {
    var mine = first.getAddress();
    var other = address.getAddress();
    if (mine.length != other.length) return false;
    int whole = bits / 8;
    if (!Arrays.equals(mine, 0, whole, other, 0, whole)) return false;
    int rest = bits % 8;
    return rest == 0 || (mine[whole] ^ other[whole]) >> (8 - rest) == 0;
  }

  /**
   * The key under which an address is counted: IPv6 by its first 64 bits, because one customer has
   * all addresses of such a network.
   */
  static String network(InetAddress address) {
    var bytes = address.getAddress();
    if (bytes.length != IPV6_BYTES) return address.getHostAddress();
    Arrays.fill(bytes, NETWORK_BYTES, IPV6_BYTES, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
