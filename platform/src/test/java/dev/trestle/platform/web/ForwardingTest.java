package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class ForwardingTest {
  private static final Router ROUTER =
      new Router().get("/", call -> Reply.text(200, call.clientNetwork()));

  private static String client(String proxies, String... headers) {
    var trusted = AddressBlock.parseAll(proxies).orElseThrow();
    try (var served =
        new Served(site ->
            site.behind(new Forwarding.Trusted(trusted)).at("", ROUTER, ErrorShape.PLAIN))) {
      return served.get("/", headers).text();
    }
  }

  @Test
  void the_headers_of_strangers_do_not_count() {
    assertThat(client("", "X-Forwarded-For: 203.0.113.9")).isEqualTo("127.0.0.1");
    assertThat(client("10.0.0.0/8", "X-Forwarded-For: 203.0.113.9")).isEqualTo("127.0.0.1");
  }

  @Test
  void a_trusted_proxy_names_the_client() {
    assertThat(client("127.0.0.0/8", "X-Forwarded-For: 203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(client("127.0.0.1")).isEqualTo("127.0.0.1");
  }

  @Test
  void what_the_client_itself_wrote_into_the_header_does_not_count() {
    assertThat(client("127.0.0.1", "X-Forwarded-For: 198.51.100.1, 203.0.113.9"))
        .isEqualTo("203.0.113.9");
    assertThat(client("127.0.0.1", "X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 203.0.113.9"))
        .isEqualTo("203.0.113.9");
  }

  @Test
  void trusted_hops_are_passed_over() {
    assertThat(client("127.0.0.1,10.0.0.0/8", "X-Forwarded-For: 1.1.1.1, 203.0.113.9, 10.1.2.3"))
        .isEqualTo("203.0.113.9");
  }

  @Test
  void what_is_no_address_ends_the_chain() {
    assertThat(client("127.0.0.1", "X-Forwarded-For: evil.example")).isEqualTo("127.0.0.1");
    assertThat(client("127.0.0.1,10.0.0.0/8", "X-Forwarded-For: unknown, 10.1.2.3"))
        .isEqualTo("10.1.2.3");
  }

  @Test
  void an_ipv6_client_is_counted_by_its_network() {
    assertThat(client("127.0.0.1", "X-Forwarded-For: 2001:db8:1:2:3:4:5:6"))
        .isEqualTo(client("127.0.0.1", "X-Forwarded-For: 2001:db8:1:2:ffff::1"))
        .isNotEqualTo(client("127.0.0.1", "X-Forwarded-For: 2001:db8:1:3::1"));
    assertThat(client("127.0.0.1", "X-Forwarded-For: ::ffff:203.0.113.9")).isEqualTo("203.0.113.9");
  }

  @Test
  void blocks_contain_what_shares_their_first_bits() throws Exception {
    var block = AddressBlock.parse("192.0.2.128/25").orElseThrow();
    assertThat(block.contains(InetAddress.ofLiteral("192.0.2.200"))).isTrue();
    assertThat(block.contains(InetAddress.ofLiteral("192.0.2.127"))).isFalse();
    assertThat(block.contains(InetAddress.ofLiteral("2001:db8::1"))).isFalse();
    var six = AddressBlock.parse("2001:db8::/33").orElseThrow();
    assertThat(six.contains(InetAddress.ofLiteral("2001:db8:7fff::1"))).isTrue();
    assertThat(six.contains(InetAddress.ofLiteral("2001:db8:8000::1"))).isFalse();
    for (var wrong : new String[] {"", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x"}) {
      assertThat(AddressBlock.parse(wrong)).as(wrong).isEmpty();
    }
  }
}
