package dev.trestle.model.export;

import dev.trestle.model.Binding;
import dev.trestle.model.Heading;
import dev.trestle.model.Load;
import dev.trestle.model.Place;
import dev.trestle.model.Range;
import dev.trestle.model.design.PatternDesign;
import dev.trestle.model.design.PatternDesign.Changed;
import dev.trestle.model.design.PatternDesign.Parameter;
import dev.trestle.model.design.PatternDesign.Read;
import dev.trestle.model.design.PatternDesign.Reading;
import dev.trestle.model.design.PatternDesign.Rewritten;
import dev.trestle.model.design.PatternDesign.Several;
import dev.trestle.model.design.PatternDesign.StepDesign;
import dev.trestle.model.design.PatternDesign.Transact;
import dev.trestle.model.design.PatternDesign.Write;
import dev.trestle.model.design.PatternDesign.Writing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Access patterns in our JSON. */
final class PatternJson {
  private PatternJson() {}

  static Json write(PatternDesign pattern) {
    return switch (pattern) {
      case Read read -> write(read);
      case Write write -> write(write);
      case Transact(var heading, var steps) ->
          headed("transaction", heading).put("steps", all(steps, PatternJson::write)).done();
      case Several(var heading, var patterns, var reason) ->
          headed("several", heading)
              .put("patterns", all(patterns, PatternJson::write))
              .put("reason", reason)
              .done();
    };
  }

  private static <T> Json all(List<T> things, Function<T, Json> each) {
    return Json.array(things.stream().map(each).toList());
  }

  private static Json.Draft headed(String kind, Heading heading) {
    var load = heading.load();
    return Json.object()
        .put("kind", kind)
        .put("id", heading.id())
        .put("title", heading.title())
        .put(
            "load",
            Json.object()
                .put("perSecond", load.perSecond())
                .put("hottestKey", load.hottestKey())
                .put("peak", load.peak()))
        .put("place", TableJson.write(heading.place()));
  }

  private static Json write(Read read) {
    var out =
        headed("read", read.heading())
            .put("operation", JsonAt.word(read.operation()))
            .put("table", read.table());
    read.index().ifPresent(index -> out.put("index", index));
    out.put("entities", Json.texts(read.entities()))
        .put("parameters", all(read.parameters(), PatternJson::write))
        .put("binding", write(read.binding()))
        .put("attributes", Json.texts(read.attributes()))
        .put("consistent", read.consistent())
        .put("descending", read.descending())
        .put("page", read.page())
        .put("typical", read.typical());
    read.filter().ifPresent(filter -> out.put("filter", filter));
    return out.put("single", read.single()).put("withExpired", read.withExpired()).done();
  }

  private static Json write(Write write) {
    var out =
        headed("write", write.heading())
            .put("operation", JsonAt.word(write.operation()))
            .put("table", write.table())
            .put("entity", write.entity())
            .put("parameters", all(write.parameters(), PatternJson::write))
            .put("binding", write(write.binding()))
            .put("changes", all(write.changes(), PatternJson::write))
            .put("rewritten", all(write.rewritten(), PatternJson::write));
    write.condition().ifPresent(condition -> out.put("condition", condition));
    return out.put("ifAbsent", write.ifAbsent()).put("typical", write.typical()).done();
  }

  private static Json write(StepDesign step) {
    var out = Json.object().put("write", write(step.write())).put("component", step.component());
    step.many().ifPresent(many -> out.put("many", many));
    return out.put("optional", step.optional()).done();
  }

  private static Json write(Parameter parameter) {
    return Json.object().put("name", parameter.name()).put("type", parameter.type()).done();
  }

  private static Json write(Changed changed) {
    return Json.object()
        .put("attribute", changed.attribute())
        .put("change", changed.change())
        .put("counting", changed.counting())
        .done();
  }

  private static Json write(Rewritten rewritten) {
    return Json.object()
        .put("index", rewritten.index())
        .put("attribute", rewritten.attribute())
        .put("missing", Json.texts(rewritten.missing()))
        .done();
  }

  private static Json write(Binding binding) {
    var out =
        Json.object()
            .put("partition", Json.texts(binding.partition()))
            .put("partitionMissing", Json.texts(binding.partitionMissing()))
            .put("sort", Json.texts(binding.sort()))
            .put("sortMissing", Json.texts(binding.sortMissing()))
            .put("sortStray", Json.texts(binding.sortStray()));
    binding.range().ifPresent(range -> out.put("range", write(range)));
    binding.ranged().ifPresent(part -> out.put("ranged", part));
    return out.put("unused", Json.texts(binding.unused())).done();
  }

  private static Json write(Range range) {
    var out = Json.object().put("kind", JsonAt.word(range.kind())).put("from", range.from());
    range.to().ifPresent(to -> out.put("to", to));
    return out.done();
  }

  static PatternDesign read(JsonAt at, Place otherwise) {
    return switch (at.text("kind")) {
      case "read" -> reading(at, otherwise);
      case "write" -> writing(at, otherwise);
      case "transaction" ->
          new Transact(
              heading(at, otherwise),
              at.list("steps").stream().map(step -> step(step, otherwise)).toList());
      case "several" ->
          new Several(
              heading(at, otherwise),
              at.list("patterns").stream().map(pattern -> read(pattern, otherwise)).toList(),
              at.text("reason"));
      default -> throw at.at("kind").wrong("is none of [read, write, transaction, several]");
    };
  }

  private static Heading heading(JsonAt at, Place otherwise) {
    var load = at.at("load");
    return at.made(() ->
        new Heading(
            at.text("id"),
            at.text("title"),
            TableJson.findPlace(at).orElse(otherwise),
            new Load(load.decimal("perSecond"), load.decimal("hottestKey"), load.decimal("peak"))));
  }

  private static Read reading(JsonAt at, Place otherwise) {
    return new Read(
        heading(at, otherwise),
        at.at("operation").constant(Reading.class),
        at.text("table"),
        at.findText("index"),
        at.texts("entities"),
        at.list("parameters").stream().map(PatternJson::parameter).toList(),
        binding(at.at("binding")),
        at.texts("attributes"),
        at.truth("consistent"),
        at.truth("descending"),
        at.small("page"),
        at.decimal("typical"),
        at.findText("filter"),
        at.truth("single"),
        at.truth("withExpired"));
  }

  private static Write writing(JsonAt at, Place otherwise) {
    return new Write(
        heading(at, otherwise),
        at.at("operation").constant(Writing.class),
        at.text("table"),
        at.text("entity"),
        at.list("parameters").stream().map(PatternJson::parameter).toList(),
        binding(at.at("binding")),
        at.list("changes").stream()
            .map(each ->
                new Changed(each.text("attribute"), each.text("change"), each.truth("counting")))
            .toList(),
        at.list("rewritten").stream()
            .map(each ->
                new Rewritten(each.text("index"), each.text("attribute"), each.texts("missing")))
            .toList(),
        at.findText("condition"),
        at.truth("ifAbsent"),
        at.decimal("typical"));
  }

  private static StepDesign step(JsonAt at, Place otherwise) {
    var many =
        at.find("many").isPresent() ? Optional.of(at.small("many")) : Optional.<Integer>empty();
    return new StepDesign(
        writing(at.at("write"), otherwise), at.text("component"), many, at.truth("optional"));
  }

  private static Parameter parameter(JsonAt at) {
    return new Parameter(at.text("name"), at.text("type"));
  }

  private static Binding binding(JsonAt at) {
    return new Binding(
        at.texts("partition"),
        at.texts("partitionMissing"),
        at.texts("sort"),
        at.texts("sortMissing"),
        at.texts("sortStray"),
        at.find("range").map(PatternJson::range),
        at.findText("ranged"),
        new LinkedHashSet<>(at.texts("unused")));
  }

  private static Range range(JsonAt at) {
    return new Range(at.at("kind").constant(Range.Kind.class), at.text("from"), at.findText("to"));
  }
}
