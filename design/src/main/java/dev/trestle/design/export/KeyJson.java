package dev.trestle.design.export;

import dev.trestle.item.Type;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Derivation;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartForm;
import java.util.Optional;

/**
 * The content of keys, in our JSON. Templates are read without a proof, because the checks report
 * ambiguous ones.
 */
final class KeyJson {
  private KeyJson() {}

  static JsonTree attributes(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var out = JsonTree.object().put("partition", attribute(partition));
    sort.ifPresent(key -> out.put("sort", attribute(key)));
    return out.done();
  }

  private static JsonTree attribute(KeyAttribute key) {
    return JsonTree.object().put("name", key.name()).put("type", key.type().name()).done();
  }

  static KeyAttribute attribute(JsonField at) {
    var type = at.at("type");
    return at.made(() -> new KeyAttribute(at.text("name"), type.made(() -> type(type))));
  }

  private static Type type(JsonField at) {
    return Type.valueOf(at.text());
  }

  static JsonTree write(KeyPair keys) {
    var out = JsonTree.object().put("partition", write(keys.partition()));
    keys.sort().ifPresent(key -> out.put("sort", write(key)));
    return out.done();
  }

  private static JsonTree write(Key key) {
    var out = JsonTree.object().put("type", key.type().name());
    if (key instanceof Key.Text(var template)) out.put("template", template.pattern());
    return out.put("parts", JsonTree.array(key.parts().stream().map(KeyJson::write).toList()))
        .done();
  }

  private static JsonTree write(Part<?> part) {
    var out = JsonTree.object().put("name", part.name());
    write(out, part.form());
    if (part.isDescending()) out.put("descending", true);
    part.source()
        .ifPresent(source ->
            out.put(
                "derived",
                JsonTree.object()
                    .put("from", source.component())
                    .put("by", JsonField.word(source.by()))));
    out.put("ordered", part.ordered());
    out.put("width", JsonTree.object().put("least", part.minBytes()).put("most", part.maxBytes()));
    return out.done();
  }

  private static void write(JsonTree.Draft out, PartForm form) {
    switch (form) {
      case PartForm.Text(var alphabet, int maxBytes) when alphabet.equals(Alphabet.UNICODE) ->
          out.put("form", "raw").put("maxBytes", maxBytes);
      case PartForm.Text(var alphabet, int maxBytes) ->
          out.put("form", "text").put("alphabet", alphabet.pattern()).put("maxBytes", maxBytes);
      case PartForm.Escaped(int maxBytes) -> out.put("form", "escaped").put("maxBytes", maxBytes);
      case PartForm.Ulid(var prefix) -> out.put("form", "ulid").put("prefix", prefix);
      case PartForm.Whole(long min, long max) ->
          out.put("form", "number").put("min", min).put("max", max);
      case PartForm.Millis() -> out.put("form", "millis");
      case PartForm.Seconds() -> out.put("form", "seconds");
      case PartForm.IsoMillis() -> out.put("form", "isoMillis");
      case PartForm.Codes(var codes) ->
          out.put("form", "codes").put("codes", JsonTree.texts(codes));
      case PartForm.Bytes(int maxBytes) -> out.put("form", "bytes").put("maxBytes", maxBytes);
      case PartForm.Date() -> out.put("form", "date");
      case PartForm.Month() -> out.put("form", "month");
      case PartForm.Uuid() -> out.put("form", "uuid");
      case PartForm.Descending(var ascending) -> write(out, ascending);
      case PartForm.Unordered(var ordered) -> write(out, ordered);
    }
  }

  static KeyPair pair(JsonField at) {
    return new KeyPair(key(at.at("partition")), at.find("sort").map(KeyJson::key));
  }

  private static Key key(JsonField at) {
    var parts = at.list("parts").stream().<Part<?>>map(KeyJson::part).toArray(Part<?>[]::new);
    return at.made(() ->
        switch (type(at.at("type"))) {
          case S -> new Key.Text(KeyTemplate.unproven(at.text("template"), parts));
          case N -> new Key.Number(only(at, parts));
          case B -> new Key.Bytes(only(at, parts));
          case BOOL, NULL, SS, NS, BS, L, M -> throw at.wrong("has a type that no key has");
        });
  }

  private static Part<?> only(JsonField at, Part<?>[] parts) {
    if (parts.length != 1) throw at.wrong("is no text and has other than one part");
    return parts[0];
  }

  private static Part<?> part(JsonField at) {
    var ascending = form(at);
    boolean descending = at.find("descending").map(JsonField::truth).orElse(false);
    boolean ordered = at.truth("ordered");
    return at.made(() -> {
      var name = at.text("name");
      var form = descending ? new PartForm.Descending(ascending) : ascending;
      boolean unordered = !ordered && Part.of(name, form).ordered();
      var stored = unordered ? new PartForm.Unordered(form) : form;
      return at.find("derived")
          .<Part<?>>map(derived -> derived(name, stored, derived))
          .orElseGet(() -> Part.of(name, stored));
    });
  }

  private static Part<?> derived(String name, PartForm form, JsonField at) {
    return Part.of(name, form, at.text("from"), at.at("by").constant(Derivation.class));
  }

  private static PartForm form(JsonField at) {
    return switch (at.text("form")) {
      case "raw" -> new PartForm.Text(Alphabet.UNICODE, at.small("maxBytes"));
      case "text" ->
          new PartForm.Text(at.made(() -> Alphabet.of(at.text("alphabet"))), at.small("maxBytes"));
      case "escaped" -> new PartForm.Escaped(at.small("maxBytes"));
      case "ulid" -> new PartForm.Ulid(at.text("prefix"));
      case "number" -> new PartForm.Whole(at.whole("min"), at.whole("max"));
      case "millis" -> new PartForm.Millis();
      case "seconds" -> new PartForm.Seconds();
      case "isoMillis" -> new PartForm.IsoMillis();
      case "codes" -> new PartForm.Codes(at.texts("codes"));
      case "date" -> new PartForm.Date();
      case "month" -> new PartForm.Month();
      case "uuid" -> new PartForm.Uuid();
      case "bytes" -> new PartForm.Bytes(at.small("maxBytes"));
      default -> throw at.at("form").wrong("is a form that is not known here");
    };
  }
}
