package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.outbound.AddressPolicy;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A tenant or a user who calls too often is refused, and nobody else is. */
final class RateLimitTest {
  private static final StakServer SERVER =
      new StakServer(
          new AddressPolicy(true),
          new StakLimits(
              rate("admin", 20),
              rate("admin-key", 12),
              rate("users", 30),
              rate("user-key", 40),
              rate("user", 10),
              rate("recipients", 5),
              rate("broadcasts", 2),
              rate("emails", 2)));

  /** The total: no token comes back during a test. */
  private static Rate rate(String name, int calls) {
    return new Rate(name, 1, Duration.ofDays(1), calls);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @Test
  void one_tenants_calls_do_not_use_up_anothers() {
    var busy = SERVER.tenant("busy");
    var quiet = SERVER.tenant("quiet");
    for (int i = 0; i < 12; i++) {
      assertThat(SERVER.admin(busy, "GET", "/settings", "").status()).isEqualTo(200);
    }
    var refused = SERVER.admin(busy, "GET", "/settings", "");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("RATE_LIMITED");
    assertThat(refused.header("retry-after")).isNotEmpty();
    assertThat(SERVER.admin(quiet, "GET", "/settings", "").status()).isEqualTo(200);
  }

  @Test
  void a_key_does_not_use_up_what_the_tenants_other_keys_need() {
    var first = SERVER.tenant("two-keys");
    var made = SERVER.admin(first, "POST", "/DEFAULT/keys", "{\"scope\":\"admin\"}");
    var second =
        new StakServer.TestTenant(
            first.tenant(), made.body().at("/data/key").asText(), first.userKey());
    for (int i = 0; i < 11; i++) {
      assertThat(SERVER.admin(first, "GET", "/settings", "").status()).isEqualTo(200);
    }
    assertThat(SERVER.admin(first, "GET", "/settings", "").status()).isEqualTo(429);
    for (int i = 0; i < 8; i++) {
      assertThat(SERVER.admin(second, "GET", "/settings", "").status()).isEqualTo(200);
    }
    assertThat(SERVER.admin(second, "GET", "/settings", "").status())
        .as("the tenant's limit")
        .isEqualTo(429);
  }

  @Test
  void one_users_calls_do_not_use_up_anothers_and_all_have_the_tenants_limit() {
    var acme = SERVER.tenant("acme");
    for (int i = 0; i < 10; i++) {
      assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").status()).isEqualTo(200);
    }
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").status()).isEqualTo(429);
    for (int i = 0; i < 20; i++) {
      assertThat(SERVER.user(acme, "u" + i, "GET", "/messages/unread", "").status()).isEqualTo(200);
    }
    assertThat(SERVER.user(acme, "bob", "GET", "/messages/unread", "").status()).isEqualTo(429);
  }

  @Test
  void a_tenant_has_a_quota_of_recipients_and_of_broadcasts() {
    var sender = SERVER.tenant("sender");
    SERVER.post(sender, toUsers("news", "Three", "a", "b", "c"));
    var post = "/DEFAULT/messages/post";
    assertThat(SERVER.admin(sender, "POST", post, toUsers("news", "T", "a", "b", "c")).status())
        .isEqualTo(429);
    SERVER.post(sender, toUsers("news", "Two", "a", "b"));
    SERVER.post(sender, toEveryone("news", "One"));
    SERVER.post(sender, toEveryone("news", "Two"));
    assertThat(SERVER.admin(sender, "POST", post, toEveryone("news", "Three")).status())
        .isEqualTo(429);
  }
}
