package dev.trestle.model.export;

import dev.trestle.item.Type;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartForm;
import java.util.Optional;

/** What stands in keys, in our JSON. Templates are read without a proof: checks are to find it. */
final class KeyJson {
  private KeyJson() {}

  static Json attributes(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var out = Json.object().put("partition", attribute(partition));
    sort.ifPresent(key -> out.put("sort", attribute(key)));
    return out.done();
  }

  private static Json attribute(KeyAttribute key) {
    return Json.object().put("name", key.name()).put("type", key.type().name()).done();
  }

  static KeyAttribute attribute(JsonAt at) {
    var type = at.at("type");
    return at.made(() -> new KeyAttribute(at.text("name"), type.made(() -> type(type))));
  }

  private static Type type(JsonAt at) {
    return Type.valueOf(at.text());
  }

  static Json write(KeyPair keys) {
    var out = Json.object().put("partition", write(keys.partition()));
    keys.sort().ifPresent(key -> out.put("sort", write(key)));
    return out.done();
  }

  private static Json write(Key key) {
    var out = Json.object().put("type", key.type().name());
    if (key instanceof Key.Text(var template)) out.put("template", template.pattern());
    return out.put("parts", Json.array(key.parts().stream().map(KeyJson::write).toList())).done();
  }

  private static Json write(Part<?> part) {
    var out = Json.object().put("name", part.name());
    var ascending = part.form() instanceof PartForm.Descending(var form) ? form : part.form();
    switch (ascending) {
      case PartForm.Text(var alphabet, int maxBytes) when alphabet.equals(Alphabet.UNICODE) ->
          out.put("form", "raw").put("maxBytes", maxBytes);
      case PartForm.Text(var alphabet, int maxBytes) ->
          out.put("form", "text").put("alphabet", alphabet.pattern()).put("maxBytes", maxBytes);
      case PartForm.Escaped(int maxBytes) -> out.put("form", "escaped").put("maxBytes", maxBytes);
      case PartForm.Ulid(var prefix) -> out.put("form", "ulid").put("prefix", prefix);
      case PartForm.Whole(long min, long max) ->
          out.put("form", "number").put("min", min).put("max", max);
      case PartForm.Millis _ -> out.put("form", "millis");
      case PartForm.Seconds _ -> out.put("form", "seconds");
      case PartForm.IsoMillis _ -> out.put("form", "isoMillis");
      case PartForm.Codes(var codes) -> out.put("form", "codes").put("codes", Json.texts(codes));
      case PartForm.Bytes(int maxBytes) -> out.put("form", "bytes").put("maxBytes", maxBytes);
      case PartForm.Descending _ -> throw new IllegalStateException("descending twice");
    }
    out.put("order", !part.ordered() ? "none" : part.isDescending() ? "descending" : "ascending");
    out.put("width", Json.object().put("least", part.minBytes()).put("most", part.maxBytes()));
    return out.done();
  }

  static KeyPair pair(JsonAt at) {
    return new KeyPair(key(at.at("partition")), at.find("sort").map(KeyJson::key));
  }

  private static Key key(JsonAt at) {
    var parts = at.list("parts").stream().<Part<?>>map(KeyJson::part).toArray(Part<?>[]::new);
    return at.made(() ->
        switch (type(at.at("type"))) {
          case S -> new Key.Text(KeyTemplate.unproven(at.text("template"), parts));
          case N -> new Key.Number(only(at, parts));
          case B -> new Key.Bytes(only(at, parts));
          case BOOL, NULL, SS, NS, BS, L, M -> throw at.wrong("has a type that no key has");
        });
  }

  private static Part<?> only(JsonAt at, Part<?>[] parts) {
    if (parts.length != 1) throw at.wrong("is no text and has other than one part");
    return parts[0];
  }

  private static Part<?> part(JsonAt at) {
    var form = form(at);
    boolean descending = at.text("order").equals("descending");
    return at.made(
        () -> Part.of(at.text("name"), descending ? new PartForm.Descending(form) : form));
  }

  private static PartForm form(JsonAt at) {
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
      case "bytes" -> new PartForm.Bytes(at.small("maxBytes"));
      default -> throw at.at("form").wrong("is a form that is not known here");
    };
  }
}
