package dev.trestle.stak.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Item;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.tenant.Names;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Names that try to look like others: each is refused, or has a key that no other names have. */
final class HostileKeysProperties {
  private record Triple(String tenant, String user, String inbox) {}

  private static final Gen<String> PIECES =
      Gen.of(
          "a", "b", "U", "U#", "#", "##", "$public", "G#", "m#", "c#*", "DEFAULT", "é", "\u0000",
          "a b", "", "t#", ":", "+", "-", "\uD800", "K#", "S#", "%23", "~");

  private static final Gen<String> NAMES = PIECES.list(0, 4).map(pieces -> String.join("", pieces));

  private static final Gen<Triple> TRIPLES =
      choices -> new Triple(NAMES.from(choices), NAMES.from(choices), NAMES.from(choices));

  private static Optional<List<String>> key(Triple names) {
    try {
      var receipt =
          new Receipt(
              names.tenant,
              names.user,
              names.inbox,
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
    Gen<List<Triple>> pairs = TRIPLES.list(2, 2);
    Property.check(
        3000,
        pairs,
        pair -> {
          if (pair.getFirst().equals(pair.getLast())) return;
          var first = key(pair.getFirst());
          if (first.isPresent()) assertThat(key(pair.getLast())).isNotEqualTo(first);
        });
  }

  @Test
  void the_door_lets_in_exactly_what_has_a_key() {
    Property.check(
        3000,
        TRIPLES,
        names ->
            assertThat(key(names).isPresent())
                .isEqualTo(
                    Names.isName(names.tenant)
                        && Names.isUser(names.user)
                        && Names.isName(names.inbox)));
  }
}
