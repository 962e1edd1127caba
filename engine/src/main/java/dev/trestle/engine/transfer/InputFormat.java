package dev.trestle.engine.transfer;

import java.util.List;
import java.util.Optional;

/**
 * How the files of an import are written. An export writes compressed JSON.
 *
 * @param delimiter between the columns of CSV
 * @param header the names of the columns; if empty, they are in the first line of each file
 */
public record InputFormat(
    Encoding encoding, boolean isCompressed, char delimiter, Optional<List<String>> header) {
  public static final InputFormat OF_EXPORTS =
      new InputFormat(Encoding.DYNAMODB_JSON, true, ',', Optional.empty());

  public enum Encoding {
    DYNAMODB_JSON,
    CSV
  }
}
