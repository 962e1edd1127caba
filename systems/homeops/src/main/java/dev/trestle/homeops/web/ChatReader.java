package dev.trestle.homeops.web;

import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;

/**
 * A member of a chat's household who reads it.
 *
 * @param first the first message that they may see; of earlier ones they see nothing, nor what was
 *     noted about them
 */
record ChatReader(Membership membership, MessageNumber first) {
  Home home() {
    return membership.home();
  }

  MemberId member() {
    return membership.member();
  }

  boolean maySee(MessageNumber message) {
    return message.value() >= first.value();
  }
}
