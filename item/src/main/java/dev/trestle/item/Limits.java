package dev.trestle.item;

/** DynamoDB's limits. Each is defined once, with the name that DynamoDB's documentation uses. */
public final class Limits {
  public static final int ITEM_BYTES = 400 * 1024;
  public static final int PARTITION_KEY_BYTES = 2048;
  public static final int SORT_KEY_BYTES = 1024;
  public static final int ATTRIBUTE_NAME_BYTES = 65_535;
  public static final int NESTING_LEVELS = 32;

  public static final int NUMBER_DIGITS = 38;
  public static final int NUMBER_EXPONENT_MAX = 125;
  public static final int NUMBER_EXPONENT_MIN = -130;

  public static final int EXPRESSION_BYTES = 4096;
  public static final int EXPRESSION_OPERATORS = 300;
  public static final int EXPRESSION_NAMES_OR_VALUES_BYTES = 2 * 1024 * 1024;
  public static final int IN_OPERANDS = 100;

  public static final int PAGE_BYTES = 1024 * 1024;
  public static final int BATCH_WRITE_ITEMS = 25;
  public static final int BATCH_GET_ITEMS = 100;
  public static final int BATCH_GET_BYTES = 16 * 1024 * 1024;
  public static final int TRANSACTION_ITEMS = 100;
  public static final int TRANSACTION_BYTES = 4 * 1024 * 1024;
  public static final int STATEMENT_CHARACTERS = 8192;
  public static final int BATCH_STATEMENTS = 25;
  public static final int NEXT_TOKEN_CHARACTERS = 32_768;
  public static final int REQUEST_BYTES = 16 * 1024 * 1024;
  public static final int SCAN_SEGMENTS = 1_000_000;

  public static final int GLOBAL_SECONDARY_INDEXES = 20;
  public static final int LOCAL_SECONDARY_INDEXES = 5;
  public static final int INDEX_KEY_ATTRIBUTES = 4;
  public static final int PROJECTED_ATTRIBUTES = 100;
  public static final long ITEM_COLLECTION_BYTES = 10L * 1024 * 1024 * 1024;

  public static final int TAGS = 50;
  public static final int TABLES = 2500;
  public static final int STREAM_RECORDS_PER_CALL = 1000;
  public static final int STREAM_BYTES_PER_CALL = 1024 * 1024;

  private Limits() {}
}
