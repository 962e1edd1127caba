package dev.trestle.stak.tenant;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Format;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The formats that a schema can ask for, checked in time linear in the text. The library's own use
 * regular expressions that are not. Other formats are annotations.
 */
final class SchemaFormats {
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIME =
      Pattern.compile("([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?)([Zz]|[+-][0-9]{2}:[0-9]{2})");
  private static final Pattern HOST_LABEL =
      Pattern.compile("[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?");
  private static final Pattern MAIL_WORD = Pattern.compile("[0-9A-Za-z!#$%&'*+/=?^_`{|}~-]{1,64}");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}");
  private static final Pattern IPV4 =
      Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

  private static final int DATE_LENGTH = 10;
  private static final int HOST_LENGTH_MAX = 253;
  private static final int MAIL_NAME_LENGTH_MAX = 64;

  /** By name. */
  static final Map<String, Format> ALL =
      Stream.of(
              new Check("date-time", SchemaFormats::isDateTime),
              new Check("date", SchemaFormats::isDate),
              new Check("time", SchemaFormats::isTime),
              new Check("email", SchemaFormats::isEmail),
              new Check("hostname", SchemaFormats::isHostname),
              new Check("ipv4", SchemaFormats::isIpv4),
              new Check("ipv6", SchemaFormats::isIpv6),
              new Check("uri", SchemaFormats::isUri),
              new Check("uuid", text -> UUID_TEXT.matcher(text).matches()))
          .collect(Collectors.toUnmodifiableMap(Check::getName, check -> check));

  private record Check(String name, Predicate<String> rule) implements Format {
    @Override
    public String getName() {
      return name;
    }

    /** The library has a message for each of them. */
    @Override
    public String getMessageKey() {
      return "format." + name;
    }

    @Override
    public boolean matches(ExecutionContext execution, String text) {
      ValidationBudget.patternSteps(1L + text.length());
      return rule.test(text);
    }
  }

  private SchemaFormats() {}

  private static boolean isDateTime(String text) {
    return text.length() > DATE_LENGTH
        && (text.charAt(DATE_LENGTH) == 'T' || text.charAt(DATE_LENGTH) == 't')
        && isDate(text.substring(0, DATE_LENGTH))
        && isTime(text.substring(DATE_LENGTH + 1));
  }

  private static boolean isDate(String text) {
    return DATE.matcher(text).matches() && isParsed(() -> LocalDate.parse(text));
  }

  /** A time of RFC 3339, without leap seconds. */
  private static boolean isTime(String text) {
    var parts = TIME.matcher(text);
    return parts.matches()
        && isParsed(() -> LocalTime.parse(parts.group(1)))
        && (parts.group(2).length() == 1 || isParsed(() -> ZoneOffset.of(parts.group(2))));
  }

  private static boolean isParsed(Runnable parsing) {
    try {
      parsing.run();
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isEmail(String text) {
    int at = text.lastIndexOf('@');
    if (at < 1 || at > MAIL_NAME_LENGTH_MAX) return false;
    return Stream.of(text.substring(0, at).split("\\.", -1))
            .allMatch(word -> MAIL_WORD.matcher(word).matches())
        && isHostname(text.substring(at + 1));
  }

  private static boolean isHostname(String text) {
    return text.length() <= HOST_LENGTH_MAX
        && Stream.of(text.split("\\.", -1)).allMatch(label -> HOST_LABEL.matcher(label).matches());
  }

  private static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches() && isLiteral(() -> Inet4Address.ofLiteral(text));
  }

  private static boolean isIpv6(String text) {
    return IPV6.matcher(text).matches() && isLiteral(() -> Inet6Address.ofLiteral(text));
  }

  /** Reading a literal never asks a name server. */
  private static boolean isLiteral(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isUri(String text) {
    try {
      return StandardCharsets.US_ASCII.newEncoder().canEncode(text) && new URI(text).isAbsolute();
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
