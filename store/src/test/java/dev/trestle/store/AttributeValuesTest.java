package dev.trestle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.item.Type;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.CodecException;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.EncodedValues;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AttributeValuesTest {
  private static final AttributeValues SDK = AttributeValues.SDK;

  record Id(String value) {}

  record Whole(
      Id id,
      long count,
      BigDecimal price,
      boolean open,
      List<Id> ids,
      Set<String> words,
      Set<Integer> numbers,
      Map<String, Instant> times,
      Optional<String> note,
      Set<Hash> hashes) {}

  record Hash(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Hash hash && Arrays.equals(bytes, hash.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  private static final Whole WHOLE =
      new Whole(
          new Id("a"),
          7,
          new BigDecimal("1.5"),
          true,
          List.of(new Id("b")),
          Set.of("w"),
          Set.of(3),
          Map.of("t", Instant.EPOCH),
          Optional.of("n"),
          Set.of(new Hash(new byte[] {1})));

  @SuppressWarnings("unchecked")
  private static <T> Codec<T> codec(Class<T> type) {
    return (Codec<T>) Codecs.of(type, MethodHandles.lookup());
  }

  @Test
  void a_record_is_the_SDKs_values_and_comes_back() {
    var written = codec(Whole.class).write(WHOLE, SDK);
    assertThat(written.m())
        .isEqualTo(
            Map.of(
                "id", AttributeValue.fromS("a"),
                "count", AttributeValue.fromN("7"),
                "price", AttributeValue.fromN("1.5"),
                "open", AttributeValue.fromBool(true),
                "ids", AttributeValue.fromL(List.of(AttributeValue.fromS("b"))),
                "words", AttributeValue.fromSs(List.of("w")),
                "numbers", AttributeValue.fromNs(List.of("3")),
                "times",
                    AttributeValue.fromM(
                        Map.of("t", AttributeValue.fromS("1970-01-01T00:00:00.000Z"))),
                "note", AttributeValue.fromS("n"),
                "hashes", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {1})))));
    assertThat(codec(Whole.class).read(written, SDK)).isEqualTo(WHOLE);
  }

  @Test
  void every_type_is_told() {
    var encoded = EncodedValues.ENCODED;
    assertThat(SDK.type(SDK.string(""))).isEqualTo(encoded.type(encoded.string("")));
    assertThat(SDK.type(SDK.number(1))).isEqualTo(Type.N);
    assertThat(SDK.type(SDK.number("1.5"))).isEqualTo(Type.N);
    assertThat(SDK.type(SDK.binary(new byte[0]))).isEqualTo(Type.B);
    assertThat(SDK.type(SDK.bool(false))).isEqualTo(Type.BOOL);
    assertThat(SDK.type(SDK.nul())).isEqualTo(Type.NULL);
    assertThat(SDK.type(SDK.strings(List.of("a")))).isEqualTo(Type.SS);
    assertThat(SDK.type(SDK.numbers(List.of("1")))).isEqualTo(Type.NS);
    assertThat(SDK.type(SDK.binaries(List.of(new byte[] {1})))).isEqualTo(Type.BS);
    assertThat(SDK.type(SDK.list(List.of()))).isEqualTo(Type.L);
    assertThat(SDK.type(SDK.map(Map.of()))).isEqualTo(Type.M);
  }

  @Test
  void a_whole_number_is_read_however_it_is_written() {
    assertThat(SDK.asLong(AttributeValue.fromN("1E3"))).isEqualTo(1000);
    assertThat(SDK.asLong(AttributeValue.fromN("100.0"))).isEqualTo(100);
    assertThat(SDK.asLong(AttributeValue.fromN("-9223372036854775808"))).isEqualTo(Long.MIN_VALUE);
    assertThatThrownBy(() -> codec(Long.class).read(AttributeValue.fromN("0.5"), SDK))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(
            () -> codec(Long.class).read(AttributeValue.fromN("9223372036854775808"), SDK))
        .isInstanceOf(CodecException.class);
  }

  @Test
  void bytes_that_change_after_writing_do_not_change_what_was_written() {
    var bytes = new byte[] {1, 2};
    var written = SDK.binary(bytes);
    bytes[0] = 9;
    assertThat(SDK.asBinary(written)).containsExactly(1, 2);
  }
}
