package dev.trestle.homeops.household;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.Households.Household;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.understanding.Utterance;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A household with its current members. */
public record Home(Household record) {
  public HouseholdId id() {
    return record.household();
  }

  public ZoneId zone() {
    return ZoneId.of(record.zone());
  }

  public HouseholdLanguage language() {
    return record.language();
  }

  /** The chat in use. */
  public ChatId chat() {
    return record.chats().getFirst();
  }

  public List<ChatId> chats() {
    return record.chats();
  }

  public Optional<String> name(MemberId member) {
    return Optional.ofNullable(record.members().get(member.toString()));
  }

  /** The members, by id. */
  public List<Utterance.Member> members() {
    return record.members().entrySet().stream()
        .map(entry -> new Utterance.Member(MemberId.of(entry.getKey()), entry.getValue()))
        .sorted(Comparator.comparingLong(member -> member.id().value()))
        .toList();
  }
}
