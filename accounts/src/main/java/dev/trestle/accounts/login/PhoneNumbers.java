package dev.trestle.accounts.login;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import dev.trestle.accounts.Refusal;

/** Phone numbers in E.164. */
public final class PhoneNumbers {
  private static final int TEXT_MAX = 32;

  private PhoneNumbers() {}

  /**
   * Returns the number in E.164. It must be given with its country code.
   *
   * @param field the request's field that holds it, for the error
   * @throws Refusal.InvalidField if it is no person's number in its country: texts to premium
   *     numbers would cost their sender
   */
  public static String e164(String text, String field) {
    if (text.length() <= TEXT_MAX && text.startsWith("+")) {
      var numbers = PhoneNumberUtil.getInstance();
      try {
        var number = numbers.parse(text, null);
        if (numbers.isValidNumber(number) && isPersonal(numbers.getNumberType(number))) {
          return numbers.format(number, PhoneNumberFormat.E164);
        }
      } catch (NumberParseException e) {
        // Refused below, like a number of the wrong length.
      }
    }
    throw new Refusal.InvalidField(field, "Enter a phone number such as +46701234567.");
  }

  /** The country that a number in E.164 belongs to, such as {@code SE}. */
  public static String country(String number) {
    var numbers = PhoneNumberUtil.getInstance();
    try {
      var country = numbers.getRegionCodeForNumber(numbers.parse(number, null));
      return country == null ? "" : country;
    } catch (NumberParseException e) {
      return "";
    }
  }

  private static boolean isPersonal(PhoneNumberType type) {
    return switch (type) {
      case MOBILE, FIXED_LINE_OR_MOBILE, FIXED_LINE, PERSONAL_NUMBER, VOIP -> true;
      default -> false;
    };
  }
}
