package dev.trestle.homeops.reply;

import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.understanding.Vocabulary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** The assistant's texts in the household's language: one line, with at most one emoji. */
public final class ReplyText {
  private final HouseholdLanguage language;

  public ReplyText(HouseholdLanguage language) {
    this.language = language;
  }

  private String say(String swedish, String english) {
    return language.pick(swedish, english);
  }

  public String activity(String activity) {
    return Vocabulary.say(activity, language);
  }

  public String noted() {
    return say("Noterat ✓", "Noted ✓");
  }

  public String undone() {
    return say("Borttaget ✓", "Undone ✓");
  }

  public String changed() {
    return say("Ändrat ✓", "Changed ✓");
  }

  public String meant(String activity) {
    return say("Menade du ", "Did you mean ") + activity(activity) + "?";
  }

  /** What the assistant can do, for whoever asks it. */
  public String help() {
    return say(
        "Jag noterar vad ni har gjort. Fråga ”vem diskade senast?”, rätta mig med ett svar, eller"
            + " skriv ”ångra”.",
        "I note what you have done. Ask “who did the dishes last?”, correct me with a reply, or"
            + " write “undo”.");
  }

  public String followUp(String name, String activity) {
    return say(
        "%s – %s, hann du med det?".formatted(name, activity(activity)),
        "%s – %s, did you get to it?".formatted(name, activity(activity)));
  }

  public String never(String activity) {
    return say(
        "Jag har inget noterat om %s.".formatted(activity(activity)),
        "I have nothing noted about %s.".formatted(activity(activity)));
  }

  public String last(String name, String activity, Instant at, Instant now, ZoneId zone) {
    return "%s: %s, %s".formatted(activity(activity), name, when(at, now, zone));
  }

  public String times(Optional<String> name, String activity, int times) {
    var who = name.map(member -> member + ", ").orElse("");
    var often = times == 1 ? say("1 gång", "once") : times + say(" gånger", " times");
    return "%s%s: %s %s"
        .formatted(who, activity(activity), often, say("den här veckan", "this week"));
  }

  private String when(Instant at, Instant now, ZoneId zone) {
    var then = at.atZone(zone);
    long days = ChronoUnit.DAYS.between(then.toLocalDate(), now.atZone(zone).toLocalDate());
    var time = then.format(DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT));
    if (days == 0) {
      return say("i dag ", "today ") + time;
    }
    if (days == 1) {
      return say("i går ", "yesterday ") + time;
    }
    if (days < 7) {
      return then.format(DateTimeFormatter.ofPattern("EEEE", language.locale())) + " " + time;
    }
    return then.format(DateTimeFormatter.ofPattern("d MMMM", language.locale()));
  }
}
