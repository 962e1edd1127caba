package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An e-mail address: words of ASCII characters, an {@code @} and a host with at least one dot. It
 * has neither quotes nor spaces nor line breaks, so it cannot end a header or begin another.
 */
public record EmailAddress(@JsonValue String value) {
  private static final int LENGTH_MAX = 254;
  private static final int NAME_LENGTH_MAX = 64;
  private static final String WORD = "[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]+";
  private static final String LABEL = "[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?";
  private static final Pattern FORM =
      Pattern.compile(WORD + "(\\." + WORD + ")*@" + LABEL + "(\\." + LABEL + ")+");

  /** What people are told about an invalid address. */
  public static final String RULE = "Use an address such as ann@example.com.";

  public EmailAddress {
    if (!isValid(value)) throw new IllegalArgumentException("invalid e-mail address");
  }

  /** The address with this text; none if the text is not valid. */
  public static Optional<EmailAddress> parse(String text) {
    return isValid(text) ? Optional.of(new EmailAddress(text)) : Optional.empty();
  }

  private static boolean isValid(String text) {
    return text.length() <= LENGTH_MAX
        && text.indexOf('@') <= NAME_LENGTH_MAX
        && FORM.matcher(text).matches();
  }

  /** What comes after the {@code @}. */
  public String host() {
    return value.substring(value.indexOf('@') + 1);
  }

  @Override
  public String toString() {
    return value;
  }
}
