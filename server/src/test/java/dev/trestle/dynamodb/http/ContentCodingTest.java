package dev.trestle.dynamodb.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accept-Encoding headers that were sent to DynamoDB, and the coding that it chose. */
class ContentCodingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|gzip",
        "deflate|deflate",
        "identity|",
        "br|",
        "x-gzip|",
        "gzip, deflate|gzip",
        "br, identity, deflate, gzip|deflate",
        "GZIP, identity|gzip",
        "dog, gzip ,, cat|gzip",
        "gzip;q=0.8, deflate;q=0.5|gzip",
        "br, gzip;q=0, deflate; q = 0.5 , identity;q=0|deflate",
        "*|gzip",
        "*, deflate;q=0.5|gzip",
        "*, deflate|deflate",
        "*, gzip;q=0.5|deflate",
        "gzip ;q=0|",
        "identity;q=0|",
        "*;q=0|",
        "*;q=0.5,identity|gzip",
        "gzip;q=0.5,identity;q=0.8|gzip",
        "gzip br|",
        "gzip:q=1|",
        "deflate;q=0.5, gzip;q=31|gzip",
        "gzip;q=31,deflate;q=51|gzip",
        "deflate;q=0.5, gzip;q=0.2|deflate",
        "deflate;q=0.5, gzip;q=1;q=0.2|gzip",
        "deflate;q=0.5,gzip;q=0.|deflate",
        "deflate;q=0.5,gzip;q=0.x|gzip",
        "deflate;q=-0.5,gzip;q=0.2|gzip",
        "gzip;q= 0;q=1|",
      })
  void the_coding_that_is_wanted_most_is_chosen(String header, String token) {
    assertThat(ContentCoding.accepted(header).map(ContentCoding::token).orElse(null))
        .isEqualTo(token);
  }
}
