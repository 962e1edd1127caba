package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.item.Value;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Broadcasts.Newcomer;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.TenantDirectory.Tenant;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class StakModelTest {
  @Test
  void all_patterns_s1_to_s9_are_declared() {
    var ids = StakModel.MODEL.patterns().stream().map(AccessPattern::id).toList();
    assertThat(ids).containsAll(IntStream.rangeClosed(1, 9).mapToObj(n -> "S" + n).toList());
  }

  @Test
  void the_model_has_no_faults() {
    ModelCheck.of(StakModel.MODEL).orThrow(Severity.WARNING);
  }

  /** The names and types of the seed's example items. */
  @Test
  void items_look_as_in_the_document() {
    var message = Inboxes.MESSAGE.exampleItem();
    assertThat(message.get("PK")).contains(Value.string("t#acmeU#user456#DEFAULT"));
    assertThat(message.get("host_system_id")).isPresent();
    assertThat(message.get("received")).contains(Value.number(1_794_830_400L));
    assertThat(Inboxes.MESSAGE.attribute("readAt").name()).isEqualTo("readat");
    assertThat(Inboxes.COUNTS.exampleItem().get("SK")).contains(Value.string("c#*"));
    assertThat(Inboxes.COUNTS.exampleItem().get("last_updated")).isPresent();
  }

  /** The shard was a component of the records once, computed by hand. */
  private static long shard(String text) {
    var sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return sum.getValue() % 16;
  }

  @Test
  void known_users_keep_the_keys_they_had() {
    for (var user : List.of("user456", "a", "ann@example.org", "x".repeat(64))) {
      var known =
          new KnownUser(
              Examples.TENANT, Examples.INBOX, new UserId(user), Examples.NOW, Optional.empty());
      assertThat(Broadcasts.KNOWN.codec().write(known, EncodedValues.ENCODED))
          .containsEntry("PK", Value.string("t#acmeK#DEFAULT#%02d".formatted(shard(user))))
          .containsEntry("SK", Value.string("u#" + user))
          .containsOnlyKeys("PK", "SK", "since");
    }
    var count = new KnownCount(Examples.TENANT, Examples.INBOX, 3, 7);
    assertThat(Broadcasts.KNOWN_COUNT.codec().write(count, EncodedValues.ENCODED))
        .containsEntry("PK", Value.string("t#acmeK#DEFAULT#03"))
        .containsEntry("SK", Value.string("n#"))
        .containsOnlyKeys("PK", "SK", "users");
  }

  /** A user is counted where the user is, whichever record the key is made from. */
  @Test
  void a_known_user_is_counted_in_the_users_own_shard() {
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(StakModel.MODEL, trestle.client(), "");
      var store = Store.of(StakModel.MODEL, trestle.client());
      var key = new UserInboxKey(Examples.TENANT, Examples.USER, Examples.INBOX);
      var known =
          new KnownUser(key.tenant(), key.inbox(), key.user(), Examples.NOW, Optional.empty());
      var counts = Counts.empty(key, 0, Examples.NOW);
      assertThat(store.run(Broadcasts.REGISTER, new Newcomer(counts, known, key)).isDone())
          .isTrue();
      var where = new OfShard(key.tenant(), key.inbox(), shard(key.user().value()));
      assertThat(store.run(Broadcasts.KNOWN_COUNTS, List.of(where)))
          .containsExactly(new KnownCount(key.tenant(), key.inbox(), where.shard(), 1));
      assertThat(store.run(Broadcasts.READ_KNOWN, key)).contains(known);
    }
  }

  @Test
  void tenants_keep_the_keys_they_had() {
    for (var name : List.of("acme", "globex", "a", "Umbrella:1.2")) {
      var item =
          TenantDirectory.TENANT_ENTRY
              .codec()
              .write(Tenant.active(new TenantId(name), Examples.NOW), EncodedValues.ENCODED);
      assertThat(item)
          .containsEntry("PK", Value.string("tenants#%02d".formatted(shard(name))))
          .containsEntry("SK", Value.string("t#" + name))
          .containsOnlyKeys("PK", "SK", "state", "created_at", "state_since");
    }
  }
}
