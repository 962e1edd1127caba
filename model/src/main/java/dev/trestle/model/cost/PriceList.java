package dev.trestle.model.cost;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What DynamoDB costs in a region, in US dollars, as of a day.
 *
 * @param source where the figures come from
 * @param estimate they are somebody's estimate, not a published list
 * @param onDemand a million units
 * @param provisioned a unit for an hour; none where nobody knows
 * @param storage a GB for a month
 * @param recovery a GB for a month of recovery to any second
 * @param backup a GB of backups for a month
 * @param stream 100,000 calls that read a stream
 */
public record PriceList(
    String region,
    LocalDate date,
    String source,
    boolean estimate,
    Units onDemand,
    Optional<Units> provisioned,
    double storage,
    double recovery,
    double backup,
    double stream,
    FreeTier freeTier) {
  /** Regions whose prices come with this library. */
  public static final List<String> KNOWN = List.of("us-east-1", "eu-north-1");

  /** The hours that AWS gives a month. */
  public static final double HOURS_PER_MONTH = 730;

  public static final double SECONDS_PER_MONTH = HOURS_PER_MONTH * 3600;

  private static final double MILLION = 1_000_000;
  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * What each account has for nothing. The units are for provisioned tables only; requests on
   * demand are paid from the first.
   */
  public record FreeTier(Units units, double storageGb, double streamReads) {
    /** Writes of up to 1 KB that the free units allow in a day. */
    public double writesPerDay() {
      return units.write() * 86_400;
    }

    /** Eventually consistent reads of up to 4 KB that the free units allow in a day. */
    public double readsPerDay() {
      return units.read() * 2 * 86_400;
    }
  }

  /** The prices of a region that comes with this library. */
  public static PriceList of(String region) {
    if (!KNOWN.contains(region)) {
      throw new IllegalArgumentException(
          "no prices for %s: known are %s; others come from a file of your own"
              .formatted(region, String.join(", ", KNOWN)));
    }
    try (var in = PriceList.class.getResourceAsStream(region + ".properties")) {
      if (in == null) throw new IllegalStateException("prices of " + region + " are not there");
      return read(new InputStreamReader(in, StandardCharsets.UTF_8), region);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prices from a file of the same form as those that come with this library. */
  public static PriceList read(Path file) {
    try (var in = Files.newBufferedReader(file)) {
      return read(in, file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PriceList read(Reader in, String name) throws IOException {
    var given = new Properties();
    given.load(in);
    var sheet = new Sheet(given, name);
    return new PriceList(
        sheet.text("region"),
        sheet.date(),
        sheet.text("source"),
        Boolean.parseBoolean(given.getProperty("estimate", "false")),
        new Units(sheet.price("onDemand.read"), sheet.price("onDemand.write")),
        given.containsKey("provisioned.read")
            ? Optional.of(
                new Units(sheet.price("provisioned.read"), sheet.price("provisioned.write")))
            : Optional.empty(),
        sheet.price("storage"),
        sheet.price("recovery"),
        sheet.price("backup"),
        sheet.price("stream"),
        new FreeTier(
            new Units(sheet.price("free.read"), sheet.price("free.write")),
            sheet.price("free.storage"),
            sheet.price("free.stream")));
  }

  private record Sheet(Properties given, String name) {
    String text(String key) {
      var text = given.getProperty(key);
      if (text == null) throw new IllegalArgumentException(name + " has no " + key);
      return text.strip();
    }

    double price(String key) {
      try {
        double price = Double.parseDouble(text(key));
        if (price >= 0 && price < Double.POSITIVE_INFINITY) return price;
      } catch (NumberFormatException e) {
        // told below, as a price below nothing is
      }
      throw new IllegalArgumentException("%s: %s is no price".formatted(name, key));
    }

    LocalDate date() {
      try {
        return LocalDate.parse(text("date"));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(name + ": date is no day such as 2026-01-31", e);
      }
    }
  }

  /** What so many units cost on demand. */
  public double onDemand(Units units) {
    return (units.read() * onDemand.read() + units.write() * onDemand.write()) / MILLION;
  }

  /** What so many units cost for a month when they are provisioned. */
  public Optional<Double> provisioned(Units units) {
    return provisioned.map(hourly ->
        (units.read() * hourly.read() + units.write() * hourly.write()) * HOURS_PER_MONTH);
  }

  /**
   * The share of provisioned units that must be used for both ways of paying to cost the same:
   * below it on demand is cheaper.
   */
  public Optional<Units> crossover() {
    return provisioned.map(hourly ->
        new Units(
            hourly.read() / (onDemand.read() * SECONDS_PER_HOUR / MILLION),
            hourly.write() / (onDemand.write() * SECONDS_PER_HOUR / MILLION)));
  }
}
