package dev.trestle.homeops.understanding;

import dev.trestle.homeops.model.MemberId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * A message with the context that is needed to understand it.
 *
 * @param sender the member who wrote it
 * @param members all members of the household
 * @param aliases the household's own words for activities
 * @param at when it was written
 */
public record Utterance(
    String text,
    MemberId sender,
    List<Member> members,
    Map<String, String> aliases,
    ZoneId zone,
    Instant at) {
  /** A member by name, as others write it. */
  public record Member(MemberId id, String name) {}

  public Utterance {
    members = List.copyOf(members);
    aliases = Map.copyOf(aliases);
  }
}
