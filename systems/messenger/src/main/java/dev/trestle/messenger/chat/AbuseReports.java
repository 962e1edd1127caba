package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageFiles.Attachment;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.ReportId;
import dev.trestle.messenger.model.Reports;
import dev.trestle.messenger.model.Reports.Reason;
import dev.trestle.messenger.model.Reports.Report;
import dev.trestle.messenger.model.Reports.ReportedMessage;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** What users report to the operator. */
public final class AbuseReports {
  private static final int TEXT_MAX = 2000;

  private final Store store;
  private final ChatAccess access;
  private final ChatHistory history;
  private final OpenUsers users;
  private final Ids ids;
  private final InstantSource clock;

  public AbuseReports(
      Store store,
      ChatAccess access,
      ChatHistory history,
      Profiles profiles,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.access = access;
    this.history = history;
    this.users = new OpenUsers(profiles);
    this.ids = ids;
    this.clock = clock;
  }

  /** Reports a message that the reporter can read, and its sender. */
  public ReportId message(UserId reporter, ChatId chat, long sequence, Reason reason, String text) {
    var message =
        history
            .one(access.member(chat, reporter), sequence)
            .filter(entry -> entry.kind() == Kind.text && entry.deletedAt().isEmpty())
            .orElseThrow(() -> new Refusal.InvalidField("sequence", "There is no such message."));
    return add(reporter, message.senderId(), Optional.of(copy(message)), reason, text);
  }

  private static ReportedMessage copy(Message message) {
    return new ReportedMessage(
        message.chatId(),
        message.sequence(),
        message.createdAt(),
        message.content(),
        message.file().map(Attachment::fileId));
  }

  public ReportId user(UserId reporter, UserId user, Reason reason, String text) {
    users.require(List.of(user), "user_id");
    return add(reporter, user, Optional.empty(), reason, text);
  }

  private ReportId add(
      UserId reporter, UserId user, Optional<ReportedMessage> message, Reason reason, String text) {
    if (reporter.equals(user)) {
      throw new Refusal.InvalidField("user_id", "You cannot report yourself.");
    }
    if (text.length() > TEXT_MAX) {
      throw new Refusal.InvalidField("text", "At most 2000 characters.");
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var id = ReportId.next(ids);
    var report =
        new Report(
            thisMonth().toString(),
            id,
            now,
            reporter,
            user,
            message,
            reason,
            text.strip(),
            now.plus(Reports.KEPT));
    if (!store.run(Reports.ADD, report).isDone()) {
      throw new Refusal.Unavailable("The report could not be sent. Try again.");
    }
    return id;
  }

  public YearMonth thisMonth() {
    return YearMonth.from(clock.instant().atZone(ZoneOffset.UTC));
  }

  /** The reports of a month, newest first. */
  public Page<Report> of(YearMonth month, Cursor cursor) {
    return store.run(Reports.OF_MONTH, new Reports.OfMonth(month.toString()), cursor);
  }
}
