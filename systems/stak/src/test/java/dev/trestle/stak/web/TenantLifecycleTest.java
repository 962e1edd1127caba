package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.TenantDirectory;
import dev.trestle.stak.model.TenantDirectory.OfEntry;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tenants are listed, suspended, resumed and deleted. */
final class TenantLifecycleTest {
  private static final StakServer SERVER = new StakServer();

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static TenantId id(TestTenant tenant) {
    return new TenantId(tenant.tenant());
  }

  private static int admin(TestTenant tenant) {
    return SERVER.admin(tenant, "GET", "/DEFAULT/messages", "").status();
  }

  private static List<String> keysOf(String prefix) {
    return SERVER
        .trestle
        .client()
        .scanPaginator(request -> request.tableName("stak").consistentRead(true))
        .items()
        .stream()
        .map(item -> item.get("PK"))
        .map(AttributeValue::s)
        .filter(key -> key.startsWith(prefix))
        .toList();
  }

  private static MessageKey post(TestTenant tenant) {
    var inbox = InboxKey.of(tenant.tenant(), "DEFAULT");
    var draft =
        new Draft(
            inbox,
            "boss",
            new Audience.Users(Set.of(new UserId("ann")), Optional.empty()),
            Optional.empty(),
            "news",
            Content.text("Title", "Body"),
            Duration.ofDays(1));
    return inbox.message(SERVER.stak.posts().post(draft).id());
  }

  private static long delivered(MessageKey message) {
    var store = SERVER.stak.stores().getFirst();
    return store.run(SentMessages.READ, message).orElseThrow().delivered();
  }

  @Test
  void tenants_are_listed_by_name_with_their_states() {
    SERVER.tenant("list-b");
    SERVER.tenant("list-a");
    SERVER.stak.tenants().suspend(new TenantId("list-b"));
    var listed =
        SERVER.stak.tenants().list().stream()
            .filter(each -> each.tenant().value().startsWith("list-"))
            .toList();
    assertThat(listed)
        .extracting(each -> each.tenant().value(), Tenant::state)
        .containsExactly(
            tuple("list-a", TenantState.active), tuple("list-b", TenantState.suspended));
    assertThatThrownBy(() -> SERVER.stak.tenants().suspend(new TenantId("nobody")))
        .isInstanceOf(Refusal.NotFound.class);
  }

  /** As a server of an earlier version leaves it. */
  private static void unlist(TestTenant tenant) {
    SERVER.stak.stores().getFirst().run(TenantDirectory.REMOVE, new OfEntry(id(tenant)));
  }

  private static boolean isListed(TestTenant tenant) {
    return SERVER.stak.tenants().list().stream().anyMatch(each -> each.tenant().equals(id(tenant)));
  }

  @Test
  void a_tenant_from_before_there_was_a_list_is_listed_when_it_calls_or_is_named() {
    var calling = SERVER.tenant("early-calling");
    var named = SERVER.tenant("early-named");
    unlist(calling);
    unlist(named);
    assertThat(isListed(calling)).isFalse();
    assertThat(admin(calling)).isEqualTo(200);
    assertThat(isListed(calling)).isTrue();
    assertThat(SERVER.stak.tenants().suspend(id(named)).state()).isEqualTo(TenantState.suspended);
    assertThat(isListed(named)).isTrue();
    assertThat(admin(named)).isEqualTo(403);
  }

  @Test
  void a_suspended_tenant_is_refused_with_a_reason_and_its_deliveries_wait() {
    var acme = SERVER.tenant("pause");
    var other = SERVER.tenant("pause-other");
    SERVER.stak.tenants().suspend(id(acme));

    var refused = SERVER.admin(acme, "GET", "/DEFAULT/messages", "");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.code()).isEqualTo("TENANT_SUSPENDED");
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").status()).isEqualTo(403);
    var stranger = new TestTenant(acme.tenant(), other.adminKey(), other.userKey());
    assertThat(admin(stranger)).isEqualTo(401);

    // Past the API, as another system of the same server posts.
    var id = post(acme);
    SERVER.awaitDelivery(other, SERVER.post(other, toUsers("news", "Own", "ann")));
    assertThat(delivered(id)).isZero();

    SERVER.stak.tenants().resume(id(acme));
    SERVER.awaitDelivery(acme, id.id().value());
    assertThat(delivered(id)).isEqualTo(1);
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").body().at("/total").asInt())
        .isEqualTo(1);
  }

  @Test
  void everything_of_a_deleted_tenant_goes_and_the_name_can_be_used_again() {
    var acme = SERVER.tenant("gone");
    var other = SERVER.tenant("gone2");
    SERVER.admin(acme, "PUT", "/BILLING/config", "{\"title\":\"Billing\"}");
    var template =
        """
        {"category":"news","language":"en","contents":{"en":{"title":"Hi","body":"There"}}}\
        """;
    SERVER.admin(acme, "PUT", "/DEFAULT/templates/hi", template);
    SERVER.admin(acme, "PUT", "/DEFAULT/topics/releases", "{}");
    var address = "{\"address\":\"ann@example.com\"}";
    SERVER.admin(acme, "PUT", "/DEFAULT/users/ann/email", address);
    var subscribers = "{\"uids\":[\"ann\",\"bob\"]}";
    SERVER.admin(acme, "POST", "/DEFAULT/topics/releases/subscribers", subscribers);
    for (var tenant : List.of(acme, other)) {
      SERVER.awaitDelivery(tenant, SERVER.post(tenant, toUsers("news", "One", "ann", "bob")));
      var all = SERVER.post(tenant, toEveryone("news", "All"));
      SERVER.user(tenant, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + all + "\"]}");
    }
    SERVER.stak.inboxes().activity().flush();
    long kept = keysOf("t#gone2").size();
    assertThat(keysOf("t#gone").size()).isGreaterThan((int) kept);

    assertThat(SERVER.stak.tenants().delete(id(acme)).state()).isEqualTo(TenantState.deleting);
    assertThat(admin(acme)).isEqualTo(401);
    assertThatThrownBy(() -> SERVER.stak.tenants().resume(id(acme)))
        .isInstanceOf(Refusal.ChangedMeanwhile.class);
    assertThatThrownBy(() -> SERVER.tenant("gone")).isInstanceOf(Refusal.TenantExists.class);
    Await.until(
        () -> SERVER.stak.tenants().list().stream().noneMatch(t -> t.tenant().equals(id(acme))),
        StakServer.SOON);

    assertThat(keysOf("t#gone")).hasSize((int) kept).allMatch(key -> key.startsWith("t#gone2"));
    assertThat(admin(other)).isEqualTo(200);
    var again = SERVER.tenant("gone");
    assertThat(admin(again)).isEqualTo(200);
    assertThat(admin(acme)).isEqualTo(401);
    assertThat(SERVER.admin(again, "GET", "/DEFAULT/users", "").body().path("users")).isEmpty();
  }
}
