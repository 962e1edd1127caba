package dev.trestle.platform.web;

import dev.trestle.http.Header;
import dev.trestle.http.Request;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** Whether proxies stand in front of a server, and which of them may say who the client is. */
public sealed interface Forwarding {
  /**
   * Where a request comes from.
   *
   * @param isSecure whether a proxy says that the client used TLS
   */
  record Client(InetAddress address, boolean isSecure) {}

  /**
   * The client of a request.
   *
   * @throws ApiError 421 if no proxy should stand in front of this server
   */
  Client client(Request request);

  /**
   * For a server that trusts everybody on this machine: a request that was forwarded comes from
   * somewhere else, so it is refused.
   */
  record Refused() implements Forwarding {
    @Override
    public Client client(Request request) {
      if (request.isForwarded()) {
        throw ApiError.of(
            421,
            "MISDIRECTED",
            "This server is for this machine only, and the request came through a proxy.");
      }
      return new Client(request.peer(), false);
    }
  }

  /** Only these proxies may say who the client is; the headers of others do not count. */
  record Trusted(List<AddressBlock> proxies) implements Forwarding {
    private static final int HOPS_MAX = 16;

    public Trusted {
      proxies = List.copyOf(proxies);
    }

    @Override
    public Client client(Request request) {
      var peer = request.peer();
      if (proxies.isEmpty() || !isTrusted(peer)) return new Client(peer, false);
      var hops = values(request, "x-forwarded-for");
      var client = peer;
      for (int i = 0; i < Math.min(hops.size(), HOPS_MAX) && isTrusted(client); i++) {
        var hop = AddressBlock.address(hops.get(i));
        if (hop.isEmpty()) break;
        client = hop.get();
      }
      var schemes = values(request, "x-forwarded-proto");
      return new Client(client, !schemes.isEmpty() && schemes.getFirst().equalsIgnoreCase("https"));
    }

    private boolean isTrusted(InetAddress address) {
      return proxies.stream().anyMatch(block -> block.contains(address));
    }

    /** The values of a header from right to left: the nearest proxy's first. */
    private static List<String> values(Request request, String name) {
      var values = new ArrayList<String>();
      for (Header header : request.headers()) {
        if (!header.name().equalsIgnoreCase(name)) continue;
        for (var value : header.value().split(",", -1)) values.add(value.strip());
      }
      return values.reversed();
    }
  }
}
