package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.engine.operation.Operation;
import java.io.IOException;

/**
 * DescribeEndpoints: the address of this service. DynamoDB returns the region's endpoint; here it
 * is the host that the client used, so that clients that follow it come back here and not to AWS.
 */
final class DescribeEndpoints {
  static final String TARGET = "DynamoDB_20120810.DescribeEndpoints";
  private static final int CACHE_MINUTES = 1440;

  private DescribeEndpoints() {}

  static JsonOperation<String> at(String host) {
    Operation<String> operation = unused -> host;
    return JsonOperation.of(
        JsonStructures.structure("DescribeEndpointsRequest", unused -> operation),
        DescribeEndpoints::write);
  }

  private static void write(JsonGenerator out, String host) throws IOException {
    out.writeArrayFieldStart("Endpoints");
    out.writeStartObject();
    out.writeStringField("Address", host);
    out.writeNumberField("CachePeriodInMinutes", CACHE_MINUTES);
    out.writeEndObject();
    out.writeEndArray();
  }
}
