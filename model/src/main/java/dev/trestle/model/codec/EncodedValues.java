package dev.trestle.model.codec;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values in the engine's encoded form, with the sizes that DynamoDB counts. */
public final class EncodedValues implements ValueFormat<Value> {
  public static final EncodedValues ENCODED = new EncodedValues();

  private EncodedValues() {}

  /** Returns these fields as an item. */
  public static Item item(Map<String, Value> fields) {
    return Item.of(fields);
  }

  @Override
  public Value string(String text) {
    return Value.string(text);
  }

  @Override
  public Value number(String number) {
    return Value.number(number);
  }

  @Override
  public Value number(long number) {
    return Value.number(number);
  }

  @Override
  public Value bool(boolean bool) {
    return Value.bool(bool);
  }

  @Override
  public Value binary(byte[] bytes) {
    return Value.binary(bytes);
  }

  @Override
  public Value nul() {
    return Value.nul();
  }

  @Override
  public Value list(List<Value> elements) {
    return Value.container(Type.L, elements);
  }

  @Override
  public Value map(Map<String, Value> fields) {
    var writer = new ItemWriter().start(Type.M);
    fields.forEach((name, value) -> writer.name(name).value(value));
    return writer.end().finishValue();
  }

  @Override
  public Value strings(Collection<String> members) {
    return Value.container(Type.SS, members.stream().map(Value::string).toList());
  }

  @Override
  public Value numbers(Collection<String> members) {
    return Value.container(Type.NS, members.stream().map(number -> Value.number(number)).toList());
  }

  @Override
  public Value binaries(Collection<byte[]> members) {
    return Value.container(Type.BS, members.stream().map(Value::binary).toList());
  }

  @Override
  public Type type(Value value) {
    return value.type();
  }

  @Override
  public String asString(Value value) {
    return value.string();
  }

  @Override
  public BigDecimal asNumber(Value value) {
    return value.number();
  }

  @Override
  public long asLong(Value value) {
    return value.number().longValueExact();
  }

  @Override
  public boolean asBool(Value value) {
    return value.bool();
  }

  @Override
  public byte[] asBinary(Value value) {
    return value.content();
  }

  @Override
  public List<Value> asList(Value value) {
    return value.elements();
  }

  @Override
  public Map<String, Value> asMap(Value value) {
    Map<String, Value> fields = HashMap.newHashMap(value.count());
    for (var each = value.fields(); each.next(); ) fields.put(each.name(), each.value());
    return fields;
  }

  @Override
  public List<String> asStrings(Value value) {
    return value.elements().stream().map(Value::string).toList();
  }

  @Override
  public List<String> asNumbers(Value value) {
    return value.elements().stream().map(Value::numberText).toList();
  }

  @Override
  public List<byte[]> asBinaries(Value value) {
    return value.elements().stream().map(Value::content).toList();
  }
}
