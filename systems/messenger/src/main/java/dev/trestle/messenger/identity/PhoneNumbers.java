package dev.trestle.messenger.identity;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import dev.trestle.messenger.Refused;

/** Phone numbers as E.164 writes them. */
public final class PhoneNumbers {
  private static final int TEXT_MAX = 32;

  private PhoneNumbers() {}

  /**
   * The one way to write this number; it must have its country code.
   *
   * @throws Refused VALIDATION_ERROR if it cannot be a number
   */
  public static String e164(String text, String field) {
    if (text.length() <= TEXT_MAX && text.startsWith("+")) {
      var numbers = PhoneNumberUtil.getInstance();
      try {
        var number = numbers.parse(text, null);
        if (numbers.isPossibleNumber(number)) {
          return numbers.format(number, PhoneNumberFormat.E164);
        }
      } catch (NumberParseException e) {
        // Said below, in the same words as a number that is too long.
      }
    }
    throw Refused.invalid(field, "A phone number such as +46701234567 is expected.");
  }
}
