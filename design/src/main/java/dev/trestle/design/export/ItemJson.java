package dev.trestle.design.export;

import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Base64;
import java.util.LinkedHashMap;

/** Items in DynamoDB's JSON: {@code {"pk": {"S": "u#1"}}}. */
final class ItemJson {
  private ItemJson() {}

  static JsonTree write(Item item) {
    var out = JsonTree.object();
    item.forEach((name, value) -> out.put(name, write(value)));
    return out.done();
  }

  static JsonTree write(Value value) {
    var type = value.type();
    var content =
        switch (type) {
          case S -> JsonTree.of(value.string());
          case N -> JsonTree.of(value.numberText());
          case B -> JsonTree.of(Base64.getEncoder().encodeToString(value.content()));
          case BOOL -> JsonTree.of(value.bool());
          case NULL -> JsonTree.of(true);
          case SS, NS, BS ->
              JsonTree.array(value.elements().stream().map(ItemJson::member).toList());
          case L -> JsonTree.array(value.elements().stream().map(ItemJson::write).toList());
          case M -> {
            var out = JsonTree.object();
            var fields = value.fields();
            while (fields.next()) out.put(fields.name(), write(fields.value()));
            yield out.done();
          }
        };
    return JsonTree.object().put(type.name(), content).done();
  }

  private static JsonTree member(Value value) {
    return ((JsonTree.Fields) write(value)).fields().values().iterator().next();
  }

  static Item read(JsonField at) {
    var fields = new LinkedHashMap<String, Value>();
    for (var name : at.fields().keySet()) fields.put(name, value(at.at(name)));
    try {
      return Item.of(fields);
    } catch (InvalidValueException e) {
      throw at.wrong("is no item: " + e.getMessage());
    }
  }

  static Value value(JsonField at) {
    if (at.fields().size() != 1) throw at.wrong("does not have exactly one type");
    var name = at.fields().keySet().iterator().next();
    var type = at.made(() -> Type.valueOf(name));
    try {
      return value(type, at.at(name));
    } catch (InvalidValueException e) {
      throw at.wrong("is no value: " + e.getMessage());
    }
  }

  private static Value value(Type type, JsonField at) {
    return switch (type) {
      case S -> Value.string(at.text());
      case N -> Value.number(at.text());
      case B -> Value.binary(at.made(() -> Base64.getDecoder().decode(at.text())));
      case BOOL -> Value.bool(at.truth());
      case NULL -> Value.nul();
      case SS, NS, BS ->
          Value.container(
              type, at.list().stream().map(member -> value(type.member(), member)).toList());
      case L -> Value.container(type, at.list().stream().map(ItemJson::value).toList());
      case M -> {
        var writer = new ItemWriter().start(Type.M);
        for (var name : at.fields().keySet()) writer.name(name).value(value(at.at(name)));
        yield writer.end().finishValue();
      }
    };
  }
}
