package dev.trestle.spring;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the starter.
 *
 * @param mode what serves the store
 * @param tablePrefix a prefix of every table name
 * @param createTables whether missing tables are created at the start; if null, only in the mode
 *     {@link Mode#EMBEDDED}
 */
@ConfigurationProperties("trestle")
public record TrestleProperties(
    @DefaultValue("aws") Mode mode,
    @DefaultValue("") String tablePrefix,
    @Nullable Boolean createTables,
    @DefaultValue Embedded embedded,
    @DefaultValue Aws aws,
    @DefaultValue Cursor cursor) {

  /** What serves the store. */
  public enum Mode {
    /** An engine in this process. */
    EMBEDDED,
    /** DynamoDB, or another endpoint that speaks its protocol. */
    AWS
  }

  /**
   * The engine in this process.
   *
   * @param folder where it stores its data; in memory if null
   */
  public record Embedded(@Nullable Path folder) {}

  /**
   * The client of the SDK. What is null the SDK finds by itself, as it does credentials.
   *
   * @param endpoint another endpoint than that of the region
   */
  public record Aws(@Nullable String region, @Nullable URI endpoint) {}

  /**
   * The keys that sign cursors.
   *
   * @param key at least 16 bytes in Base64
   * @param version the version of the key, from 0 to 255
   * @param formerKey a key whose cursors are still accepted
   * @param formerVersion the version of the former key
   */
  public record Cursor(
      @Nullable String key,
      @DefaultValue("0") int version,
      @Nullable String formerKey,
      @DefaultValue("0") int formerVersion) {

    /** Does not show the keys. */
    @Override
    public String toString() {
      return "cursor keys " + version + " and " + formerVersion;
    }
  }

  boolean createsTables() {
    return createTables == null ? mode == Mode.EMBEDDED : createTables;
  }
}
