package dev.trestle.stak.email;

import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.Contacts.QuietHours;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.Optional;

/** When a user may be sent an e-mail or a push message, in the user's time zone. */
public final class SendingTimes {
  private static final DayOfWeek DIGEST_DAY = DayOfWeek.MONDAY;

  private SendingTimes() {}

  /** When the quiet hours end, if it is quiet now. */
  public static Optional<Instant> endOfQuiet(Contact contact, Instant now) {
    var here = now.atZone(contact.zone());
    return contact
        .quietHours()
        .filter(quiet -> isWithin(quiet, here.toLocalTime()))
        .map(quiet -> {
          var date = here.toLocalDate();
          boolean isToday = here.toLocalTime().isBefore(quiet.to());
          return at(contact, isToday ? date : date.plusDays(1), quiet.to());
        })
        // Where clocks go back, the end may come twice: the first one may be over.
        .filter(end -> end.isAfter(now));
  }

  private static boolean isWithin(QuietHours quiet, LocalTime time) {
    boolean isAfterFrom = !time.isBefore(quiet.from());
    boolean isBeforeTo = time.isBefore(quiet.to());
    return quiet.from().isBefore(quiet.to())
        ? isAfterFrom && isBeforeTo
        : isAfterFrom || isBeforeTo;
  }

  /** The next time a digest is due. */
  static Instant nextDigest(Contact contact, EmailChoice choice, Instant now) {
    var date = now.atZone(contact.zone()).toLocalDate();
    var hour = LocalTime.of(Math.toIntExact(contact.digestHour()), 0);
    if (choice == EmailChoice.weekly) {
      date = date.with(TemporalAdjusters.nextOrSame(DIGEST_DAY));
    }
    var due = at(contact, date, hour);
    if (due.isAfter(now)) return due;
    return at(contact, date.plusDays(choice == EmailChoice.weekly ? 7 : 1), hour);
  }

  private static Instant at(Contact contact, LocalDate date, LocalTime time) {
    return ZonedDateTime.of(date, time, contact.zone()).toInstant();
  }
}
