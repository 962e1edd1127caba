package dev.trestle.stak.email;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a server's refusal is about, by its code and, if it has one, its enhanced code such as 5.1.1
 * (RFC 3463). Servers also refuse what they would take once they are configured otherwise, or
 * tomorrow: relaying, an unknown sender, a quota.
 */
record SmtpRefusal(int code, String reply) {
  private static final Pattern ENHANCED =
      Pattern.compile("5[0-9]{2}[ -](5\\.[0-9]{1,3}\\.[0-9]{1,3})\\b.*", Pattern.DOTALL);

  /** The recipient's mailbox or its host is unknown, invalid, moved or disabled. */
  private static final Set<String> OF_RECIPIENT =
      Set.of("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.6", "5.1.10", "5.2.1");

  /** Postfix has it for senders, which it refuses only after it has heard the recipient. */
  private static final String OF_SOME_ADDRESS = "5.1.0";

  /** What servers say that refuse a recipient for another reason, with a code for mailboxes. */
  private static final Pattern OTHER_REASONS =
      Pattern.compile(
          "relay|sender|authenticat|prohibit|policy|spam|black ?list|block",
          Pattern.CASE_INSENSITIVE);

  private static final Set<Integer> MAILBOX_CODES = Set.of(550, 551, 553);
  private static final String TOO_LARGE = "5.3.4";
  private static final int FINAL = 500;

  private Optional<String> enhanced() {
    var found = ENHANCED.matcher(reply);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /**
   * Whether a reply to the recipient says that there is no such mailbox. Without an enhanced code
   * that tells, only the text says whether 550 refuses the mailbox, its host, or the sender.
   */
  boolean isOfRecipient() {
    return enhanced()
        .filter(each -> !each.equals(OF_SOME_ADDRESS))
        .map(OF_RECIPIENT::contains)
        .orElseGet(() -> MAILBOX_CODES.contains(code) && !OTHER_REASONS.matcher(reply).find());
  }

  /** Whether a reply to the e-mail itself is about this e-mail, rather than the server's state. */
  boolean isOfContent() {
    var enhanced = enhanced();
    boolean isOfServer = enhanced.filter(each -> each.matches("5\\.[345]\\..*")).isPresent();
    return code >= FINAL && (!isOfServer || enhanced.equals(Optional.of(TOO_LARGE)));
  }
}
