package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.GroupInvitations.Invitation;

/** Is told when an invitation is sent, and when it is accepted, declined or withdrawn. */
@FunctionalInterface
public interface InvitationListener {
  void changed(Invitation invitation, boolean isOpen);
}
