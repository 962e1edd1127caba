package dev.trestle.messenger.push;

import dev.trestle.messenger.model.Memberships.ListPlace;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import java.time.Instant;

/**
 * Decides which messages a member is notified of. The page follows the same rules for its own
 * notifications: texts of others; in a muted chat only those that mention the member; in an
 * archived chat none.
 */
final class PushRules {
  private PushRules() {}

  static boolean isWanted(Message entry, Membership member, Instant now) {
    if (entry.kind() != Kind.text || entry.deletedAt().isPresent()) return false;
    if (entry.senderId().equals(member.userId())) return false;
    if (entry.sequence() <= member.joinedSequence()) return false;
    if (member.place().filter(ListPlace.archived::equals).isPresent()) return false;
    boolean isMuted = member.mutedUntil().filter(now::isBefore).isPresent();
    return !isMuted || entry.mentions(member.userId());
  }
}
