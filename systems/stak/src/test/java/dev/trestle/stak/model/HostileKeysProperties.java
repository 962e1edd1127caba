package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.key.Part;
import dev.trestle.stak.model.Inboxes.Receipt;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ids that try to look like others: each is refused, or makes a key that no others make. */
final class HostileKeysProperties {
  private record Texts(String tenant, String user, String inbox) {}

  private static final Gen<String> PIECES =
      Gen.of(
          "a", "b", "U", "U#", "#", "##", "$public", "G#", "m#", "c#*", "DEFAULT", "é", "\u0000",
          "a b", "", "t#", ":", "+", "-", "\uD800", "K#", "S#", "%23", "~");

  private static final Gen<String> NAMES = PIECES.list(0, 4).map(pieces -> String.join("", pieces));

  private static final Gen<Texts> TEXTS =
      choices -> new Texts(NAMES.from(choices), NAMES.from(choices), NAMES.from(choices));

  private static Optional<List<String>> key(Texts texts) {
    try {
      var receipt =
          new Receipt(
              new TenantId(texts.tenant),
              new UserId(texts.user),
              new InboxId(texts.inbox),
              Examples.ID,
              Optional.empty(),
              false,
              0,
              Instant.EPOCH);
      var item = Item.of(Inboxes.RECEIPT.codec().write(receipt, EncodedValues.ENCODED));
      return Optional.of(
          List.of(
              item.get("PK").orElseThrow().toString(), item.get("SK").orElseThrow().toString()));
    } catch (RuntimeException refused) {
      return Optional.empty();
    }
  }

  @Test
  void no_two_tuples_have_one_key() {
    Gen<List<Texts>> pairs = TEXTS.list(2, 2);
    Property.check(
        3000,
        pairs,
        pair -> {
          if (pair.getFirst().equals(pair.getLast())) return;
          var first = key(pair.getFirst());
          if (first.isPresent()) assertThat(key(pair.getLast())).isNotEqualTo(first);
        });
  }

  /** Whether the part of a key accepts a text, without the id types. */
  private static boolean isKeyText(Part<?> part, String text) {
    try {
      return Part.of(part.name(), part.form()).parse(text).equals(text);
    } catch (RuntimeException refused) {
      return false;
    }
  }

  @Test
  void ids_accept_exactly_what_makes_a_key() {
    var lengths = Gen.of("", "x".repeat(62), "x".repeat(63), "x".repeat(254), "x".repeat(255));
    Gen<String> texts = choices -> lengths.from(choices) + NAMES.from(choices);
    Property.check(
        3000,
        texts,
        text -> {
          assertThat(TenantId.parse(text).isPresent()).isEqualTo(isKeyText(StakTable.TENANT, text));
          assertThat(InboxId.parse(text).isPresent()).isEqualTo(isKeyText(StakTable.INBOX, text));
          assertThat(UserId.parse(text).isPresent()).isEqualTo(isKeyText(StakTable.USER, text));
          assertThat(MessageId.parse(text).isPresent()).isEqualTo(isKeyText(StakTable.ID, text));
        });
  }
}
