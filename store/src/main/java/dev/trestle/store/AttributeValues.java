package dev.trestle.store;

import dev.trestle.item.Type;
import dev.trestle.model.codec.ValueFormat;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Creates the SDK's values with {@code createS} and its siblings, because {@code fromS} creates a
 * builder first.
 */
final class AttributeValues implements ValueFormat<AttributeValue> {
  static final AttributeValues SDK = new AttributeValues();

  private static final AttributeValue TRUE = AttributeValue.createBool(true);
  private static final AttributeValue FALSE = AttributeValue.createBool(false);
  private static final AttributeValue NULL = AttributeValue.createNul(true);

  private AttributeValues() {}

  @Override
  public AttributeValue string(String text) {
    return AttributeValue.createS(text);
  }

  @Override
  public AttributeValue number(String number) {
    return AttributeValue.createN(number);
  }

  @Override
  public AttributeValue number(long number) {
    return AttributeValue.createN(Long.toString(number));
  }

  @Override
  public AttributeValue bool(boolean bool) {
    return bool ? TRUE : FALSE;
  }

  @Override
  public AttributeValue binary(byte[] bytes) {
    return AttributeValue.createB(SdkBytes.fromByteArray(bytes));
  }

  @Override
  public AttributeValue nul() {
    return NULL;
  }

  @Override
  public AttributeValue list(List<AttributeValue> elements) {
    return AttributeValue.createL(elements);
  }

  @Override
  public AttributeValue map(Map<String, AttributeValue> fields) {
    return AttributeValue.createM(fields);
  }

  @Override
  public AttributeValue strings(Collection<String> members) {
    return AttributeValue.createSs(List.copyOf(members));
  }

  @Override
  public AttributeValue numbers(Collection<String> members) {
    return AttributeValue.createNs(List.copyOf(members));
  }

  @Override
  public AttributeValue binaries(Collection<byte[]> members) {
    return AttributeValue.createBs(members.stream().map(SdkBytes::fromByteArray).toList());
  }

  @Override
  public Type type(AttributeValue value) {
    return switch (value.type()) {
      case S -> Type.S;
      case N -> Type.N;
      case B -> Type.B;
      case BOOL -> Type.BOOL;
      case NUL -> Type.NULL;
      case SS -> Type.SS;
      case NS -> Type.NS;
      case BS -> Type.BS;
      case L -> Type.L;
      case M -> Type.M;
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalStateException("a value of no known type");
    };
  }

  @Override
  public String asString(AttributeValue value) {
    return value.s();
  }

  @Override
  public BigDecimal asNumber(AttributeValue value) {
    return new BigDecimal(value.n());
  }

  /**
   * DynamoDB returns integers as plain digits, but other writers may have stored them differently.
   */
  @Override
  public long asLong(AttributeValue value) {
    var text = value.n();
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return new BigDecimal(text).longValueExact();
    }
  }

  @Override
  public boolean asBool(AttributeValue value) {
    return value.bool();
  }

  @Override
  public byte[] asBinary(AttributeValue value) {
    return value.b().asByteArray();
  }

  @Override
  public List<AttributeValue> asList(AttributeValue value) {
    return value.l();
  }

  @Override
  public Map<String, AttributeValue> asMap(AttributeValue value) {
    return value.m();
  }

  @Override
  public List<String> asStrings(AttributeValue value) {
    return value.ss();
  }

  @Override
  public List<String> asNumbers(AttributeValue value) {
    return value.ns();
  }

  @Override
  public List<byte[]> asBinaries(AttributeValue value) {
    return value.bs().stream().map(SdkBytes::asByteArray).toList();
  }
}
