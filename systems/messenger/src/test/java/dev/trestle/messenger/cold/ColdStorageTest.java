package dev.trestle.messenger.cold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ColdChats;
import dev.trestle.messenger.model.ColdChats.ColdChat;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.FailPoints.SimulatedCrash;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that go to cold storage, and what can go wrong on the way. */
class ColdStorageTest {
  /** Three whole segments, and the entries that stay. */
  private static final int ENTRIES = 3 * MessageSegments.ENTRIES + ColdStorage.KEPT;

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private ColdFixture fixture;

  @BeforeEach
  void open() {
    fixture = new ColdFixture(folder);
    fixture.fill(ENTRIES);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void requireWhole() {
    assertThat(fixture.scrolledBack(fixture.ann, 50))
        .extracting(Message::sequence)
        .isEqualTo(all());
    assertThat(fixture.readOn(fixture.ann, 50)).extracting(Message::sequence).isEqualTo(all());
  }

  private List<Long> all() {
    return LongStream.rangeClosed(1, fixture.server.logs.head(fixture.chat).sequence())
        .boxed()
        .toList();
  }

  @Test
  void whole_segments_move_after_a_year_and_the_newest_entries_stay() {
    fixture.clock.advance(ColdFixture.YEAR.minusMinutes(1));
    fixture.move();
    assertThat(fixture.segments()).isEmpty();
    fixture.clock.advance(Duration.ofMinutes(2));
    fixture.move();
    assertThat(fixture.segments())
        .extracting(Segment::firstSequence, Segment::lastSequence)
        .containsExactly(tuple(1L, 99L), tuple(100L, 198L), tuple(199L, 297L));
    assertThat(fixture.oldestInTable()).isEqualTo(298);
    requireWhole();
    // Nothing more becomes due before something can be moved again.
    fixture.clock.advance(Duration.ofDays(40));
    fixture.move();
    assertThat(fixture.segments()).hasSize(3);
  }

  @Test
  void the_schedule_moves_them() throws Exception {
    Await.until(fixture.server.logs::isPublished, TIMEOUT);
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    try (var running = fixture.storage(FailPoints.NONE).start(fixture.server.context.schedule())) {
      assertThat(running).isNotNull();
      Await.until(() -> fixture.segments().size() == 3, TIMEOUT);
    }
    requireWhole();
  }

  @Test
  void a_chat_from_before_cold_storage_moves_once_a_member_has_listed_it() {
    Await.until(fixture.server.logs::isPublished, TIMEOUT);
    fixture.forgetSchedule();
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    fixture.move();
    assertThat(fixture.segments()).isEmpty();

    fixture.server.chats.of(fixture.ann, Optional.empty(), 10);
    Await.until(fixture::isScheduled, TIMEOUT);
    fixture.move();
    assertThat(fixture.segments()).hasSize(3);
    requireWhole();
  }

  @Test
  void a_chat_that_has_its_time_keeps_it() {
    var year = new ColdChats.DueBy(fixture.clock.instant().plus(ColdFixture.YEAR));
    var before = fixture.server.store.run(ColdChats.DUE, year).items();
    assertThat(before).hasSize(1);
    var late = new ColdChat(fixture.chat, fixture.clock.instant());
    assertThat(fixture.server.store.run(ColdChats.BACKFILL, late).isDone()).isFalse();
    assertThat(fixture.server.store.run(ColdChats.DUE, year).items()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cold.read", "cold.put", "cold.moved"})
  void a_crash_at_any_point_neither_loses_nor_doubles_an_entry(String point) throws Exception {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    FailPoints crashing =
        at -> {
          if (at.equals(point)) throw new SimulatedCrash(at);
        };
    assertThatThrownBy(() -> fixture.move(crashing)).isInstanceOf(SimulatedCrash.class);
    requireWhole();
    fixture.move();
    assertThat(fixture.segments()).hasSize(3);
    assertThat(fixture.oldestInTable()).isEqualTo(298);
    requireWhole();
    requireNoBlobLeft(3);
  }

  /** After the time for which blobs are kept for backups, those that no segment names are gone. */
  private void requireNoBlobLeft(int segments) throws Exception {
    fixture.clock.advance(SegmentBlobs.KEPT.plusDays(1));
    try (var worker = fixture.server.cold.start()) {
      assertThat(worker).isNotNull();
      Await.until(() -> fixture.blobs().size() == segments, TIMEOUT);
    }
    assertThat(fixture.blobs())
        .extracting(blob -> String.valueOf(blob.getFileName()))
        .containsExactlyInAnyOrderElementsOf(
            fixture.segments().stream().map(Segment::blob).toList());
  }

  @Test
  void whoever_reads_meanwhile_finds_every_entry() throws Exception {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    var isMoved = new AtomicBoolean();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var reading =
          threads.submit(() -> {
            do {
              requireWhole();
            } while (!isMoved.get());
          });
      try {
        fixture.move();
      } finally {
        isMoved.set(true);
      }
      reading.get();
    }
    assertThat(fixture.segments()).hasSize(3);
  }

  @Test
  void two_servers_that_move_the_same_entries_move_them_once() throws Exception {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    var overtaken = new AtomicBoolean();
    fixture.move(at -> {
      if (at.equals("cold.put") && overtaken.compareAndSet(false, true)) fixture.move();
    });
    assertThat(overtaken).isTrue();
    assertThat(fixture.segments()).hasSize(3);
    requireWhole();
    requireNoBlobLeft(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"edit", "delete", "reaction"})
  void a_change_while_its_message_is_moved_is_not_lost(String kind) {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    var changed = new AtomicBoolean();
    fixture.move(at -> {
      if (at.equals("cold.put") && changed.compareAndSet(false, true)) {
        var content = kind.equals("delete") ? "" : "new";
        fixture.amend(fixture.ann, Kind.valueOf(kind), 50, content);
      }
    });
    assertThat(fixture.segments()).hasSize(3);
    var message = fixture.server.history.one(fixture.member(fixture.bo), 50).orElseThrow();
    switch (Kind.valueOf(kind)) {
      case edit -> assertThat(message.content()).isEqualTo("new");
      case delete -> assertThat(message.content()).isEmpty();
      default -> assertThat(message.reactions()).containsValue("new");
    }
    requireWhole();
  }

  @Test
  void a_deleted_text_goes_from_its_segment_and_its_old_blob_after_the_backups() throws Exception {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    fixture.move();
    fixture.amend(fixture.ann, Kind.delete, 50, "");
    var message = fixture.server.history.one(fixture.member(fixture.bo), 50).orElseThrow();
    assertThat(message.content()).isEmpty();
    assertThat(message.deletedAt()).isPresent();
    assertThatThrownBy(() -> fixture.amend(fixture.ann, Kind.edit, 50, "again"))
        .isInstanceOf(Refusal.Conflict.class);
    requireWhole();
    assertThat(fixture.blobs()).anyMatch(blob -> ColdFixture.contains(blob, "text 50"));
    requireNoBlobLeft(3);
    assertThat(fixture.blobs()).noneMatch(blob -> ColdFixture.contains(blob, "text 50"));
    assertThat(fixture.blobs()).anyMatch(blob -> ColdFixture.contains(blob, "text 51"));
  }

  @Test
  void a_closed_account_leaves_its_old_messages_like_its_new_ones() {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    fixture.move();
    fixture.server.erasure.erase(fixture.bo);
    assertThat(fixture.server.access.find(fixture.chat, fixture.bo)).isEmpty();
    assertThat(fixture.server.history.one(fixture.member(fixture.ann), 51))
        .map(Message::senderId)
        .contains(fixture.bo);
    requireWhole();
  }

  @Test
  void a_damaged_or_missing_blob_is_refused_and_the_newer_entries_can_be_read() throws IOException {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    fixture.move();
    var blob =
        fixture.blobs().stream()
            .filter(each -> ColdFixture.contains(each, "text 250"))
            .findFirst()
            .orElseThrow();
    Files.write(blob, new byte[] {1, 2, 3});
    var ann = fixture.member(fixture.ann);
    assertThatThrownBy(() -> fixture.server.history.one(ann, 250))
        .isInstanceOf(Refusal.Unavailable.class);
    Files.delete(blob);
    assertThatThrownBy(() -> fixture.server.history.before(ann, 298, 10))
        .isInstanceOf(Refusal.Unavailable.class);
    assertThat(fixture.server.history.recent(ann, 100).entries()).hasSize(100);
    assertThat(fixture.server.history.one(ann, 50)).isPresent();
  }

  @Test
  void a_segment_of_another_version_or_cut_in_half_is_refused() throws IOException {
    fixture.clock.advance(ColdFixture.YEAR.plusDays(1));
    fixture.move();
    var bytes = Files.readAllBytes(fixture.blobs().getFirst());
    var half = Arrays.copyOf(bytes, bytes.length / 2);
    assertThatThrownBy(() -> SegmentFile.read(half)).isInstanceOf(IllegalArgumentException.class);
    bytes[0] = 2;
    assertThatThrownBy(() -> SegmentFile.read(bytes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version");
  }
}
