package dev.trestle.homeops.reply;

import dev.trestle.homeops.balance.Balances.Week;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.IsoWeek;
import java.util.Locale;
import java.util.Optional;

/** What the assistant says to one member alone, in the household's language. */
public final class PrivateText {
  private final HouseholdLanguage language;

  public PrivateText(HouseholdLanguage language) {
    this.language = language;
  }

  private String say(String swedish, String english) {
    return language.pick(swedish, english);
  }

  public String opened() {
    return say(
        "Klart. På måndagar får du en sammanfattning av din vecka här. /balance visar den när du"
            + " vill, /stop avslutar.",
        "Done. On Mondays you get a summary of your week here. /balance shows it at any time,"
            + " /stop ends it.");
  }

  public String closed() {
    return say("Jag skriver inte mer här.", "I will not write here any more.");
  }

  public String help() {
    return say(
        "/balance visar din vecka, /start och /stop slår på och av sammanfattningen.",
        "/balance shows your week, /start and /stop turn the summary on and off.");
  }

  public String notAMember() {
    return say(
        "Skriv något i er grupp först, där jag är med, och sedan /start här.",
        "Write something in your group first, where I am a member, and then /start here.");
  }

  public String cannotRead() {
    return say(
        "Jag ser bara kommandon här. Gör mig till administratör, eller slå av Group Privacy med"
            + " /setprivacy hos @BotFather och lägg till mig igen.",
        "I see only commands here. Make me an administrator, or turn off Group Privacy with"
            + " /setprivacy at @BotFather and add me again.");
  }

  /** A week that has ended. */
  public String summary(IsoWeek week, long chores, long recoveries, double load, double share) {
    return say("Vecka ", "Week ")
        + week.number()
        + ": "
        + figures(chores, recoveries, load, Optional.of(share));
  }

  /** The current week. */
  public String balance(Week week, Optional<Double> share) {
    return say("Den här veckan: ", "This week: ")
        + figures(week.chores(), week.recoveries(), week.load(), share);
  }

  private String figures(long chores, long recoveries, double load, Optional<Double> share) {
    var part =
        share
            .map(value -> Math.round(value * 100))
            .map(percent ->
                say(
                    ", din del av arbetet %d %%".formatted(percent),
                    ", your share of the work %d%%".formatted(percent)))
            .orElse("");
    return "%s, %s, %s%s."
        .formatted(
            counted(chores, say("syssla", "chore"), say("sysslor", "chores")),
            counted(recoveries, say("paus", "break"), say("pauser", "breaks")),
            say("belastning ", "load ") + String.format(Locale.ROOT, "%.0f", load),
            part);
  }

  private static String counted(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }
}
