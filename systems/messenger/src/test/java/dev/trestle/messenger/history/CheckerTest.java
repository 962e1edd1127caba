package dev.trestle.messenger.history;

import static dev.trestle.messenger.history.HistoryScript.about;
import static dev.trestle.messenger.history.HistoryScript.joined;
import static dev.trestle.messenger.history.HistoryScript.left;
import static dev.trestle.messenger.history.HistoryScript.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories of which the verdict is known: a right one, and each promise broken once. */
class CheckerTest {
  private static final SeenEntry ONE = text(1, "ann", "m1");
  private static final SeenEntry TWO = text(2, "bob", "m2");
  private static final SeenEntry THREE = text(3, "ann", "m3");

  private final HistoryScript story = HistoryScript.of("ann", "bob");

  private static void finds(HistoryScript story, Rule rule, String words) {
    assertThat(story.findings(rule))
        .as("found in all: %s", story.findings())
        .anySatisfy(finding -> assertThat(finding).startsWith(rule.promise()).contains(words));
  }

  @Test
  void a_correct_history_passes() {
    var bob = story.connects("bob");
    story.sends("ann", "m1", 1);
    story.receives(bob, ONE);
    story.confirms("bob", 1);
    long lost = story.begins("bob", "m2");
    story.unknown(lost);
    story.acked(story.begins("bob", "m2"), TWO);
    story.watermark("bob", 1);
    story.syncs("bob", 1, TWO);
    story.removes("bob");
    story.refused(story.begins("bob", "m3"));
    story.adds("bob");
    story.syncs("bob", 2, left(3, "bob"), joined(4, "bob"));
    story.moves("bob", 4, 4);
    var all = new SeenEntry[] {ONE, TWO, left(3, "bob"), joined(4, "bob")};
    story.stored(all);
    story.replica("ann", all);
    story.replica("bob", all);
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void a_send_without_an_answer_may_be_there_or_not() {
    story.unknown(story.begins("ann", "m1"));
    story.unknown(story.begins("bob", "gone"));
    story.stored(ONE);
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void an_acknowledged_message_that_is_gone_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.stored(ONE);
    finds(story, Rule.ACKED_IS_KEPT, "bob's m2 was acknowledged as 2 (msg_m2) and is not");
  }

  @Test
  void a_delivered_message_that_is_gone_is_found() {
    story.unknown(story.begins("ann", "m1"));
    story.receives(story.connects("bob"), ONE);
    story.stored();
    finds(story, Rule.ACKED_IS_KEPT, "1 (m1 by ann, msg_m1) was given to bob");
  }

  @Test
  void a_message_that_nobody_sent_is_found() {
    story.stored(ONE);
    finds(story, Rule.SENT_BY_SOMEBODY, "nobody sent it");
  }

  @Test
  void a_refused_message_that_is_stored_is_found() {
    story.refused(story.begins("ann", "m1"));
    story.stored(ONE);
    finds(story, Rule.SENT_BY_SOMEBODY, "was refused");
  }

  @Test
  void a_message_with_a_changed_text_is_found() {
    story.sends("ann", "m1", 1);
    story.stored(
        new SeenEntry(
            1, "msg_m1", "ann", "m1", SeenEntry.TEXT, ONE.member(), ONE.target(), "other words"));
    finds(story, Rule.SENT_BY_SOMEBODY, "sent with other content");
  }

  @Test
  void a_message_stored_twice_is_found() {
    story.unknown(story.begins("ann", "m1"));
    story.acked(
        story.begins("ann", "m1"),
        new SeenEntry(2, "again", "ann", "m1", "", ONE.member(), ONE.target(), ""));
    story.stored(
        ONE,
        new SeenEntry(
            2, "again", "ann", "m1", SeenEntry.TEXT, ONE.member(), ONE.target(), ONE.content()));
    finds(story, Rule.ONE_SEQUENCE, "the log has 1 (m1 by ann, msg_m1) and 2 (m1 by ann, again)");
  }

  @Test
  void a_retry_with_another_answer_is_found() {
    story.acked(story.begins("ann", "m1"), ONE);
    story.acked(story.begins("ann", "m1"), text(2, "ann", "m1"));
    story.stored(ONE);
    finds(story, Rule.ONE_SEQUENCE, "acknowledged as 1 (msg_m1) and as 2 (msg_m1)");
  }

  @Test
  void a_sequence_given_to_two_messages_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 1);
    story.stored(ONE);
    finds(story, Rule.UNIQUE_SEQUENCES, "1 was acknowledged for ann's m1 and for bob's m2");
  }

  @Test
  void a_hole_in_the_log_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("ann", "m3", 3);
    story.stored(ONE, THREE);
    finds(story, Rule.NO_HOLES_IN_THE_LOG, "after 1 comes 3 (m3 by ann, msg_m3)");
  }

  @Test
  void an_entry_that_appears_below_what_was_read_is_found() {
    story.sends("ann", "m1", 1);
    long late = story.begins("bob", "m2");
    story.sends("ann", "m3", 3);
    story.syncs("ann", 0, ONE, THREE);
    story.acked(late, TWO);
    story.stored(ONE, TWO, THREE);
    finds(story, Rule.STABLE_PREFIX, "a page after 0 up to 3 without 2 (m2 by bob, msg_m2)");
  }

  @Test
  void a_page_that_ends_below_what_another_was_given_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.receives(story.connects("bob"), ONE, TWO);
    story.syncs("ann", 0, ONE);
    story.stored(ONE, TWO);
    finds(story, Rule.STABLE_PREFIX, "told that nothing comes after 1, but 2 (m2 by bob");
  }

  @Test
  void a_send_that_sorts_before_one_acknowledged_earlier_is_found() {
    story.sends("bob", "m2", 2);
    story.sends("ann", "m1", 1);
    story.stored(ONE, TWO);
    finds(story, Rule.REAL_TIME_ORDER, "bob's m2 had been acknowledged as 2 before 1 (m1 by ann");
  }

  @Test
  void a_stream_that_goes_back_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.receives(story.connects("bob"), TWO, ONE);
    story.stored(ONE, TWO);
    finds(story, Rule.INCREASING_STREAM, "connection c1 of bob brought 2 (m2 by bob, msg_m2) and");
  }

  @Test
  void a_stream_that_repeats_is_found_but_a_new_connection_may() {
    story.sends("ann", "m1", 1);
    story.receives(story.connects("bob"), ONE);
    story.receives(story.connects("bob"), ONE);
    story.stored(ONE);
    assertThat(story.findings()).isEmpty();
    story.receives("c2", ONE);
    finds(story, Rule.INCREASING_STREAM, "connection c2");
  }

  @Test
  void a_hole_between_stream_and_sync_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.sends("ann", "m3", 3);
    story.syncs("bob", 2, THREE);
    story.receives(story.connects("bob"), ONE);
    story.stored(ONE, TWO, THREE);
    finds(story, Rule.NO_HOLES_ON_A_DEVICE, "bob was given entries up to 3 but never 2");
  }

  @Test
  void a_watermark_that_goes_back_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.watermark("bob", 2);
    story.watermark("bob", 1);
    story.stored(ONE, TWO);
    finds(story, Rule.WATERMARK_NEVER_BACK, "bob's watermark was 2 and later 1");
  }

  @Test
  void a_move_that_did_not_move_is_found() {
    story.sends("ann", "m1", 1);
    story.receives(story.connects("bob"), ONE);
    story.moves("bob", 1, 0);
    story.stored(ONE);
    finds(story, Rule.WATERMARK_NEVER_BACK, "moved the watermark to 1 and was told that it is 0");
  }

  @Test
  void a_watermark_past_the_end_is_found() {
    story.sends("ann", "m1", 1);
    story.watermark("bob", 2);
    story.stored(ONE);
    finds(story, Rule.WATERMARK_NEVER_PAST, "bob's watermark was 2, the log ends at 1");
  }

  @Test
  void a_watermark_ahead_of_its_time_is_found() {
    story.watermark("bob", 1);
    story.sends("ann", "m1", 1);
    story.stored(ONE);
    finds(story, Rule.WATERMARK_NEVER_PAST, "before anybody had begun to send");
  }

  @Test
  void a_device_that_confirms_what_it_has_not_is_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.receives(story.connects("bob"), ONE);
    story.confirms("bob", 2);
    story.syncs("bob", 1, TWO);
    story.stored(ONE, TWO);
    finds(story, Rule.WATERMARK_NEVER_PAST, "bob confirmed 2 before 2 had reached it");
  }

  @Test
  void a_removal_that_left_no_trace_is_found() {
    story.removes("bob");
    story.stored();
    finds(story, Rule.REMOVAL, "bob's removal was done and is not in the log");
  }

  @Test
  void what_reaches_a_removed_member_is_found() {
    story.sends("ann", "m1", 1);
    story.removes("bob");
    story.sends("ann", "m3", 3);
    story.receives(story.connects("bob"), ONE, left(2, "bob"));
    story.stored(ONE, left(2, "bob"), THREE);
    assertThat(story.findings()).isEmpty();
    story.receives("c1", THREE);
    finds(story, Rule.REMOVAL, "3 (m3 by ann, msg_m3) reached bob, who was removed at 2");
  }

  @Test
  void what_reaches_somebody_who_is_invited_later_is_found() {
    story.sends("ann", "m1", 1);
    story.removes("bob");
    story.sends("ann", "m3", 3);
    story.receives(story.connects("bob"), THREE);
    story.adds("bob");
    story.stored(ONE, left(2, "bob"), THREE, joined(4, "bob"));
    finds(story, Rule.REMOVAL, "3 (m3 by ann, msg_m3) reached bob");
  }

  /** A server that was cut off carries the call out when the network is back. */
  @Test
  void a_page_for_a_member_whose_return_took_effect_late_is_right() {
    story.sends("ann", "m1", 1);
    story.addsWithoutResponse("bob");
    story.removes("bob");
    var all = new SeenEntry[] {ONE, left(2, "bob"), joined(3, "bob")};
    story.syncs("bob", 0, all);
    story.stored(all);
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void a_page_for_a_removed_member_is_found() {
    story.sends("ann", "m1", 1);
    story.removes("bob");
    story.syncs("bob", 0, ONE);
    story.stored(ONE, left(2, "bob"));
    finds(story, Rule.REMOVAL, "bob was given a page after 0 when bob had been removed");
  }

  @Test
  void a_message_of_a_removed_member_is_found() {
    story.removes("bob");
    story.sends("bob", "m2", 2);
    story.stored(left(1, "bob"), TWO);
    finds(story, Rule.REMOVAL, "the sender was no member then");
  }

  @Test
  void a_member_who_is_removed_twice_is_found() {
    story.removes("bob");
    story.stored(left(1, "bob"), left(2, "bob"));
    finds(story, Rule.REMOVAL, "but bob was no member then");
  }

  @Test
  void replicas_that_differ_are_found() {
    story.sends("ann", "m1", 1);
    story.sends("bob", "m2", 2);
    story.stored(ONE, TWO);
    story.replica("ann", ONE, TWO);
    assertThat(story.findings()).isEmpty();
    story.replica("bob", ONE);
    finds(story, Rule.EQUAL_REPLICAS, "bob differs from the log: 2 (m2 by bob, msg_m2) is missing");
  }

  @Test
  void a_history_without_an_end_is_no_history() {
    story.sends("ann", "m1", 1);
    finds(story, Rule.COMPLETE, "nobody read its log");
  }

  @Test
  void of_many_violations_the_first_are_shown_and_the_rest_counted() {
    for (int i = 1; i <= 20; i++) story.sends("ann", "m" + i, i);
    story.stored();
    var expected = List.of("15 more of these");
    assertThat(story.findings(Rule.ACKED_IS_KEPT)).hasSize(6);
    assertThat(story.findings(Rule.ACKED_IS_KEPT).getLast()).contains(expected);
  }

  @Test
  void a_text_that_was_edited_reacted_to_and_deleted_passes() {
    story.sends("ann", "m1", 1);
    var edit = story.sends(about(2, "ann", "m2", SeenEntry.EDIT, 1));
    var reaction = story.sends(about(3, "bob", "m3", SeenEntry.REACTION, 1));
    var deletion = story.sends(about(4, "ann", "m4", SeenEntry.DELETE, 1));
    story.receives(story.connects("bob"), ONE, edit, reaction, deletion);
    story.stored(ONE.saying(""), edit, reaction, deletion);
    story.replica("bob", ONE, edit, reaction, deletion);
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void an_edit_that_its_text_does_not_show_is_found() {
    story.sends("ann", "m1", 1);
    var edit = story.sends(about(2, "ann", "m2", SeenEntry.EDIT, 1));
    story.stored(ONE, edit);
    finds(story, Rule.CHANGES_HAVE_TARGETS, "does not say what 2 (m2 by ann, msg_m2) made of it");
  }

  @Test
  void an_edit_of_what_somebody_else_said_is_found() {
    story.sends("ann", "m1", 1);
    var edit = story.sends(about(2, "bob", "m2", SeenEntry.EDIT, 1));
    story.stored(ONE.saying(edit.content()), edit);
    finds(story, Rule.CHANGES_HAVE_TARGETS, "edits somebody else's 1");
  }

  @Test
  void a_change_of_what_is_no_text_is_found() {
    story.sends("ann", "m1", 1);
    var reaction = story.sends(about(2, "bob", "m2", SeenEntry.REACTION, 1));
    var other = story.sends(about(3, "ann", "m3", SeenEntry.REACTION, 2));
    story.stored(ONE, reaction, other);
    finds(story, Rule.CHANGES_HAVE_TARGETS, "3 (m3 by ann, msg_m3), a reaction, is about 2");
  }

  @Test
  void a_change_of_what_was_deleted_is_found() {
    story.sends("ann", "m1", 1);
    var deletion = story.sends(about(2, "ann", "m2", SeenEntry.DELETE, 1));
    var reaction = story.sends(about(3, "bob", "m3", SeenEntry.REACTION, 1));
    story.stored(ONE.saying(""), deletion, reaction);
    finds(story, Rule.CHANGES_HAVE_TARGETS, "which 2 (m2 by ann, msg_m2) had deleted");
  }
}
