package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.Rule.ACKED_IS_KEPT;
import static dev.trestle.messenger.history.Rule.CHANGES_HAVE_TARGETS;
import static dev.trestle.messenger.history.Rule.COMPLETE;
import static dev.trestle.messenger.history.Rule.EQUAL_REPLICAS;
import static dev.trestle.messenger.history.Rule.INCREASING_STREAM;
import static dev.trestle.messenger.history.Rule.NO_HOLES_IN_THE_LOG;
import static dev.trestle.messenger.history.Rule.NO_HOLES_ON_A_DEVICE;
import static dev.trestle.messenger.history.Rule.ONE_SEQUENCE;
import static dev.trestle.messenger.history.Rule.REAL_TIME_ORDER;
import static dev.trestle.messenger.history.Rule.REMOVAL;
import static dev.trestle.messenger.history.Rule.SENT_BY_SOMEBODY;
import static dev.trestle.messenger.history.Rule.STABLE_PREFIX;
import static dev.trestle.messenger.history.Rule.UNIQUE_SEQUENCES;
import static dev.trestle.messenger.history.Rule.WATERMARK_NEVER_BACK;
import static dev.trestle.messenger.history.Rule.WATERMARK_NEVER_PAST;

import java.util.List;
import java.util.Optional;

/** One way to make a correct history wrong. */
enum Mutation {
  LOSE_AN_ACKNOWLEDGED_MESSAGE(ACKED_IS_KEPT, Tampering::loseAcked),
  INVENT_A_MESSAGE(SENT_BY_SOMEBODY, Tampering::invent),
  STORE_WHAT_WAS_REFUSED(SENT_BY_SOMEBODY, Tampering::refuseStored),
  STORE_TWICE(ONE_SEQUENCE, Tampering::storeTwice),
  ANSWER_A_RETRY_OTHERWISE(ONE_SEQUENCE, Tampering::answerOtherwise),
  GIVE_A_SEQUENCE_TO_TWO(UNIQUE_SEQUENCES, Tampering::shareSequence),
  LEAVE_A_HOLE_IN_THE_LOG(NO_HOLES_IN_THE_LOG, Tampering::hole),
  LEAVE_AN_ENTRY_OUT_OF_A_PAGE(STABLE_PREFIX, Tampering::thinPage),
  HIDE_THE_END_FROM_A_READER(STABLE_PREFIX, Tampering::hideEnd),
  SORT_A_LATER_SEND_FIRST(REAL_TIME_ORDER, Tampering::swapSends),
  SWAP_TWO_PUSHES(INCREASING_STREAM, Tampering::swapPushes),
  REPEAT_A_PUSH(INCREASING_STREAM, Tampering::repeatPush),
  SKIP_AN_ENTRY_FOR_A_DEVICE(NO_HOLES_ON_A_DEVICE, Tampering::skipForDevice),
  TURN_A_WATERMARK_BACK(WATERMARK_NEVER_BACK, Tampering::watermarkBack),
  MOVE_A_WATERMARK_PAST_THE_END(WATERMARK_NEVER_PAST, Tampering::watermarkPast),
  CONFIRM_WHAT_NEVER_CAME(WATERMARK_NEVER_PAST, Tampering::confirmMore),
  PUSH_TO_A_REMOVED_MEMBER(REMOVAL, Tampering::pushToRemoved),
  FORGET_A_REMOVAL(REMOVAL, Tampering::forgetRemoval),
  FORGET_AN_EDIT(CHANGES_HAVE_TARGETS, Tampering::forgetEdit),
  CHANGE_WHAT_WAS_DELETED(CHANGES_HAVE_TARGETS, Tampering::changeDeleted),
  CUT_A_REPLICA(EQUAL_REPLICAS, Tampering::cutReplica),
  LOSE_THE_END(COMPLETE, Tampering::loseEnd);

  /** Gives nothing where the history has nothing to do it to. */
  @FunctionalInterface
  interface Change {
    Optional<List<Event>> apply(Tampering history);
  }

  private final Rule broken;

  @SuppressWarnings("ImmutableEnumChecker") // method references without state
  private final Change change;

  Mutation(Rule broken, Change change) {
    this.broken = broken;
    this.change = change;
  }

  /** The rule that is violated, possibly among others. */
  Rule broken() {
    return broken;
  }

  /** The number chooses among the places where it can be done. */
  Optional<List<Event>> apply(List<Event> history, int which) {
    return change.apply(new Tampering(history, which));
  }
}
