package dev.trestle.design;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers, plurals and units in reports. */
class ReportTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0             | 0 bytes
          1             | 1 byte
          999           | 999 bytes
          1000          | 1 KB
          1536          | 1.5 KB
          409600        | 400 KB
          999960        | 977 KB
          1034000       | 1 MB
          26214400      | 25 MB
          1073741824    | 1 GB
          2199023255552 | 2 TB
          """)
  void bytes_have_a_unit_that_leaves_at_most_three_digits(double bytes, String text) {
    assertThat(ReportText.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, item, 0 items", "1, item, 1 item", "2, index entry, 2 index entries"})
  void a_noun_has_the_form_of_its_number(int number, String noun, String text) {
    assertThat(ReportText.count(number, noun)).isEqualTo(text);
  }
}
