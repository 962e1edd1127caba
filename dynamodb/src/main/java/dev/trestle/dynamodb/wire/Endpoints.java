package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.trestle.engine.operation.Operation;
import java.io.IOException;

/**
 * DescribeEndpoints: where this service is to be found. DynamoDB names the endpoint of the region;
 * here it is the name that the client came by, since a client that follows the answer is to come
 * back here and not to go to AWS.
 */
final class Endpoints {
  static final String TARGET = "DynamoDB_20120810.DescribeEndpoints";
  private static final int CACHE_MINUTES = 1440;

  private Endpoints() {}

  static Route<String> at(String host) {
    Operation<String> operation = _ -> host;
    return Route.of(
        Structures.structure("DescribeEndpointsRequest", _ -> operation), Endpoints::write);
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
