package dev.trestle.homeops.household;

import dev.trestle.homeops.model.Households.Household;
import dev.trestle.homeops.understanding.Utterance;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A household with its current members. */
public record Home(Household record) {
  public String id() {
    return record.household();
  }

  public ZoneId zone() {
    return ZoneId.of(record.zone());
  }

  public Locale language() {
    return Locale.of(record.language());
  }

  /** The chat in use. */
  public String chat() {
    return record.chats().getFirst();
  }

  public List<String> chats() {
    return record.chats();
  }

  public Optional<String> name(long member) {
    return Optional.ofNullable(record.members().get(String.valueOf(member)));
  }

  /** The members, by id. */
  public List<Utterance.Member> members() {
    return record.members().entrySet().stream()
        .map(entry -> new Utterance.Member(Long.parseLong(entry.getKey()), entry.getValue()))
        .sorted(Comparator.comparingLong(Utterance.Member::id))
        .toList();
  }
}
