package dev.trestle.design;

import dev.trestle.design.PatternDesign.Parameter;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.ReadStep;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.PatternDesign.Reads;
import dev.trestle.design.PatternDesign.Rewritten;
import dev.trestle.design.PatternDesign.Several;
import dev.trestle.design.PatternDesign.StepDesign;
import dev.trestle.design.PatternDesign.Transact;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.design.PatternDesign.Writes;
import dev.trestle.design.PatternDesign.Writing;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Binding;
import dev.trestle.model.Composite;
import dev.trestle.model.ConditionCheck;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.Get;
import dev.trestle.model.ItemWrite;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.ResultType;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.UpdateAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts access patterns to data. */
final class PatternReader {
  private PatternReader() {}

  static PatternDesign read(AccessPattern pattern) {
    return switch (pattern) {
      case Get<?, ?> get -> read(get);
      case Query<?, ?> query -> read(query, false);
      case Count<?>(var query) -> read(query, true);
      case BatchGet<?, ?> batch -> read(batch);
      case Put<?, ?> put -> write(put);
      case Update<?, ?> update -> write(update);
      case Delete<?, ?> delete -> write(delete);
      case BatchWrite<?, ?> batch -> write(batch);
      case MultiGet<?, ?> multi ->
          new Reads(
              multi.heading(),
              multi.steps().stream().map(PatternReader::step).toList(),
              multi.transactional());
      case MultiWrite<?> multi ->
          new Writes(multi.heading(), multi.steps().stream().map(PatternReader::step).toList());
      case Transaction<?> transaction ->
          new Transact(
              transaction.heading(),
              transaction.steps().stream().map(PatternReader::step).toList());
      case Composite composite ->
          new Several(
              composite.heading(),
              composite.patterns().stream().map(PatternReader::read).toList(),
              composite.reason());
    };
  }

  private static Read read(Get<?, ?> get) {
    return new Read(
        get.heading(),
        Reading.GET_ITEM,
        get.entity().table().name(),
        Optional.empty(),
        List.of(get.entity().name()),
        parameters(get.parameters()),
        get.binding(),
        attributes(get.result()),
        get.consistent(),
        false,
        1,
        1,
        Optional.empty(),
        false,
        get.withExpired(),
        false,
        Optional.empty());
  }

  private static Read read(Query<?, ?> query, boolean counts) {
    var reading = query.reading();
    return new Read(
        query.heading(),
        Reading.QUERY,
        query.table().name(),
        query.index().map(index -> index.name()),
        query.result().sources().stream().map(Entity::name).toList(),
        parameters(query.parameters()),
        query.binding(),
        counts ? List.of() : attributes(query.result()),
        reading.consistent(),
        reading.descending(),
        reading.page(),
        reading.typical(),
        query.filter(),
        reading.single(),
        reading.withExpired(),
        counts,
        query.across());
  }

  private static Read read(BatchGet<?, ?> batch) {
    return new Read(
        batch.heading(),
        Reading.BATCH_GET_ITEM,
        batch.entity().table().name(),
        Optional.empty(),
        List.of(batch.entity().name()),
        parameters(batch.parameters()),
        batch.binding(),
        names(batch.entity()),
        batch.consistent(),
        false,
        1,
        batch.typical(),
        Optional.empty(),
        false,
        batch.withExpired(),
        false,
        Optional.empty());
  }

  private static Write write(ItemWrite<?> step) {
    return switch (step) {
      case Put<?, ?> put ->
          write(put, Writing.PUT_ITEM, Binding.whole(put.entity().keys()), List.of(), List.of());
      case Update<?, ?> update ->
          write(update, Writing.UPDATE_ITEM, update.binding(), update.actions(), rewritten(update));
      case Delete<?, ?> delete ->
          write(delete, Writing.DELETE_ITEM, delete.binding(), List.of(), List.of());
      case ConditionCheck<?, ?> check ->
          write(check, Writing.CONDITION_CHECK, check.binding(), List.of(), List.of());
    };
  }

  private static Write write(
      ItemWrite<?> step,
      Writing operation,
      Binding binding,
      List<UpdateAction> actions,
      List<Rewritten> rewritten) {
    var entity = step.entity();
    return new Write(
        step.heading(),
        operation,
        entity.table().name(),
        entity.name(),
        parameters(step.parameters()),
        binding,
        actions,
        rewritten,
        step.condition(),
        step instanceof Update<?, ?> update && update.upsert(),
        step instanceof Update<?, ?> changing && changing.returnsOld(),
        1);
  }

  private static Write write(BatchWrite<?, ?> batch) {
    return new Write(
        batch.heading(),
        Writing.BATCH_WRITE_ITEM,
        batch.entity().table().name(),
        batch.entity().name(),
        parameters(batch.parameters()),
        batch.binding(),
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        false,
        batch.typical());
  }

  private static StepDesign step(Transaction.Step<?> part) {
    var write = write(part.write()).typically(part.typical());
    return new StepDesign(write, part.component(), part.many(), part.optional());
  }

  private static StepDesign step(MultiWrite.Step<?> step) {
    var write = write(step.write()).typically(step.typical());
    return new StepDesign(write, step.component(), Optional.empty(), false);
  }

  private static ReadStep step(MultiGet.Step<?, ?> step) {
    var read = read(step.get()).typically(step.typical());
    return new ReadStep(read, step.component(), step.many(), step.optional());
  }

  private static List<Rewritten> rewritten(Update<?, ?> update) {
    var rewritten = new ArrayList<Rewritten>();
    for (var action : update.actions()) {
      var attribute = action.path().attribute();
      update.entity().indexes().stream()
          .filter(index -> isKeyOf(index.index(), attribute))
          .forEach(index -> rewritten.add(new Rewritten(index.name(), attribute, List.of())));
    }
    for (var change : update.indexKeyChanges()) {
      if (change.onInsert()) continue;
      for (var index : change.indexes()) {
        rewritten.add(new Rewritten(index, change.field().attribute(), change.missing()));
      }
    }
    return rewritten;
  }

  private static boolean isKeyOf(TableIndex index, String attribute) {
    return index.partition().name().equals(attribute)
        || index.sort().filter(sort -> sort.name().equals(attribute)).isPresent();
  }

  private static List<Parameter> parameters(RecordShape<?> shape) {
    return shape.components().stream()
        .map(component -> new Parameter(component.name(), typeName(component)))
        .toList();
  }

  private static String typeName(RecordShape.Component component) {
    var name = component.type().getTypeName();
    return name.replaceAll("[a-zA-Z0-9_]+[.$]", "");
  }

  private static List<String> attributes(ResultType<?> result) {
    return switch (result) {
      case ResultType.Whole<?>(var entity) -> names(entity);
      case ResultType.View<?> view -> view.attributes();
      case ResultType.OneOf<?> several ->
          several.entities().stream().flatMap(entity -> names(entity).stream()).distinct().toList();
    };
  }

  private static List<String> names(Entity<?> entity) {
    return entity.attributes().stream().map(EntityAttribute::name).toList();
  }
}
