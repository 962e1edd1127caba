package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * Reads one JSON value other than null. The parser is at the value's first token, and at its last
 * one afterwards.
 */
@FunctionalInterface
public interface JsonReader<T> {
  T read(JsonParser in) throws IOException;
}
