package dev.trestle.console;

import dev.trestle.design.cost.ItemCost;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.model.Entity;
import dev.trestle.model.ResultType;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.EncodedValues;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An item for display: its attributes with their sizes, and the parts of its keys. It is the record
 * as its codec writes it, so attributes that no component reads are missing.
 *
 * @param view whether only some components were read, so that sizes and units are not those of the
 *     whole item
 * @param putUnits the cost of a put of this item, including its indexes
 */
record ItemView(
    String entity,
    boolean view,
    int bytes,
    double eventualReadUnits,
    double consistentReadUnits,
    Optional<Double> putUnits,
    List<KeyView> keys,
    List<Attribute> attributes) {
  private static final int VALUE_MAX = 2000;

  /** An attribute; bytes of name and value, as DynamoDB counts them. */
  record Attribute(String name, String type, int bytes, String value, boolean cut, boolean key) {}

  /** The view of a record that was read. */
  static <R> ItemView of(ResultType<R> result, R whole) {
    return switch (result) {
      case ResultType.Whole<R>(var entity) -> of(entity, whole);
      case ResultType.View<R> view -> ofView(view, whole);
      case ResultType.OneOf<R>(_, var entities) ->
          entities.stream()
              .filter(entity -> entity.type().isInstance(whole))
              .findFirst()
              .map(entity -> ofMember(entity, whole))
              .orElseThrow(() -> new IllegalStateException("a record of no entity"));
    };
  }

  private static <R> ItemView ofMember(Entity<R> entity, Object whole) {
    return of(entity, entity.type().cast(whole));
  }

  static <R> ItemView of(Entity<R> entity, R whole) {
    var item = Item.of(entity.codec().write(whole, EncodedValues.ENCODED));
    var keyNames = entity.keyFields().stream().map(key -> key.attribute()).toList();
    var put = new ItemCost(entity.table()).write(Optional.empty(), Optional.of(item));
    return picture(
        entity.name(),
        false,
        item,
        Optional.of(put.total().write()),
        KeyView.of(entity, whole, item),
        keyNames);
  }

  private static <R> ItemView ofView(ResultType.View<R> view, R whole) {
    var shape = view.codec().shape();
    var item = Item.EMPTY;
    for (var component : shape.components()) {
      var codec = Codecs.of(shape, component, view.entity().lookup());
      var value = ParameterFields.write(codec, shape.value(whole, component.index()));
      if (value.isPresent()) item = item.with(component.name(), value.get());
    }
    return picture(view.entity().name(), true, item, Optional.empty(), List.of(), List.of());
  }

  private static ItemView picture(
      String entity,
      boolean view,
      Item item,
      Optional<Double> put,
      List<KeyView> keys,
      List<String> keyNames) {
    var attributes = new ArrayList<Attribute>();
    item.forEach((name, value) -> attributes.add(attribute(name, value, keyNames.contains(name))));
    return new ItemView(
        entity,
        view,
        item.size(),
        CapacityUnits.read(item.size(), Consistency.EVENTUAL),
        CapacityUnits.read(item.size(), Consistency.STRONG),
        put,
        keys,
        attributes);
  }

  private static Attribute attribute(String name, Value value, boolean key) {
    var text = ValueTexts.plain(value);
    return new Attribute(
        name,
        value.type().name(),
        name.getBytes(StandardCharsets.UTF_8).length + value.size(),
        ValueTexts.cut(text, VALUE_MAX),
        text.length() > VALUE_MAX,
        key);
  }
}
