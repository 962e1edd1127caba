package dev.trestle.design.cost;

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
 * DynamoDB's prices in a region, in US dollars, on a given day.
 *
 * @param source where the prices come from
 * @param estimate whether they are an estimate and not a published list
 * @param onDemand per million units
 * @param provisioned per unit and hour, if known
 * @param storage per GB and month
 * @param recovery per GB and month of point-in-time recovery
 * @param backup per GB and month of backups
 * @param stream per 100,000 calls that read a stream
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
  /** The regions whose prices are included. */
  public static final List<String> KNOWN = List.of("us-east-1", "eu-north-1");

  /** The number of hours that AWS counts per month. */
  public static final double HOURS_PER_MONTH = 730;

  public static final double SECONDS_PER_MONTH = HOURS_PER_MONTH * 3600;

  private static final double MILLION = 1_000_000;
  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * The free tier of each account. Its units are for provisioned tables only; on-demand requests
   * are paid from the first one.
   */
  public record FreeTier(Units units, double storageGb, double streamReads) {
    /** The writes of up to 1 KB per day that the free units allow. */
    public double writesPerDay() {
      return units.write() * 86_400;
    }

    /** The eventually consistent reads of up to 4 KB per day that the free units allow. */
    public double readsPerDay() {
      return units.read() * 2 * 86_400;
    }
  }

  /** Returns the included prices of a region. */
  public static PriceList of(String region) {
    if (!KNOWN.contains(region)) {
      throw new IllegalArgumentException(
          "no prices for %s: known are %s; read others from a file"
              .formatted(region, String.join(", ", KNOWN)));
    }
    try (var in = PriceList.class.getResourceAsStream(region + ".properties")) {
      if (in == null) throw new IllegalStateException("prices of " + region + " are not there");
      return read(new InputStreamReader(in, StandardCharsets.UTF_8), region);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads prices from a file in the same format as the included ones. */
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
    var sheet = new PriceFile(given, name);
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

  private record PriceFile(Properties given, String name) {
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
        // Rejected below, like a negative price.
      }
      throw new IllegalArgumentException("%s: %s is no price".formatted(name, key));
    }

    LocalDate date() {
      try {
        return LocalDate.parse(text("date"));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(name + ": date is not a date such as 2026-01-31", e);
      }
    }
  }

  /** The cost of this many units on demand. */
  public double onDemand(Units units) {
    return (units.read() * onDemand.read() + units.write() * onDemand.write()) / MILLION;
  }

  /** The cost of this many provisioned units per month. */
  public Optional<Double> provisioned(Units units) {
    return provisioned.map(hourly ->
        (units.read() * hourly.read() + units.write() * hourly.write()) * HOURS_PER_MONTH);
  }

  /** The utilisation at which both billing modes cost the same. Below it, on demand is cheaper. */
  public Optional<Units> crossover() {
    return provisioned.map(hourly ->
        new Units(
            hourly.read() / (onDemand.read() * SECONDS_PER_HOUR / MILLION),
            hourly.write() / (onDemand.write() * SECONDS_PER_HOUR / MILLION)));
  }
}
