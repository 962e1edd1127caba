package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes the members of an answer; the object around them is there. */
@FunctionalInterface
interface Writer<T> {
  void write(JsonGenerator out, T answer) throws IOException;
}
