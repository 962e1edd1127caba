package dev.trestle.bench;

import dev.trestle.engine.Durability;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.BatchWriteItem;
import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.GetItem;
import dev.trestle.engine.operation.PutItem;
import dev.trestle.engine.operation.Query;
import dev.trestle.engine.operation.TransactWriteItems;
import dev.trestle.engine.operation.TransactWriteItems.Action;
import dev.trestle.engine.operation.TransactWriteItems.Kind;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import dev.trestle.engine.operation.UpdateItem;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Value;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The engine by its own operations, without a client. */
final class EngineTarget implements BenchTarget {
  private static final String TABLE = "bench";
  private static final Item ONE = Item.of(":one", Value.number(1));

  private final Engine engine;
  private final String name;

  EngineTarget(Path folder, boolean durable) {
    this(folder, durable, "engine");
  }

  /** A table with recovery, whose log gets the old image of each change. */
  static EngineTarget withRecovery(Path folder, boolean durable) {
    var target = new EngineTarget(folder, durable, "recovery");
    target.engine.run(new UpdateContinuousBackups(TABLE, true, null));
    return target;
  }

  private EngineTarget(Path folder, boolean durable, String name) {
    this.name = name;
    engine =
        Engine.open(
            EngineOptions.at(folder).withDurability(durable ? Durability.SYNC : Durability.FAST));
    engine.run(
        new CreateTable(
            TABLE,
            List.of(new AttributeDefinition("pk", "S"), new AttributeDefinition("sk", "N")),
            List.of(new KeySchemaElement("pk", "HASH"), new KeySchemaElement("sk", "RANGE")),
            null,
            null,
            "PAY_PER_REQUEST",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void put(int item, String payload) {
    engine.run(
        new PutItem(
            TABLE,
            item(item, payload),
            Expressions.NONE,
            LegacyParameters.NONE,
            ReturnOptions.NONE));
  }

  @Override
  public void get(int item) {
    var found =
        engine.run(
            new GetItem(TABLE, key(item), true, Expressions.NONE, LegacyParameters.NONE, null));
    if (found.item().isEmpty()) throw new IllegalStateException("lost " + item);
  }

  @Override
  public void query(int partition) {
    var values = Item.of(":pk", Value.string("p" + partition));
    var page =
        engine.run(
            new Query(
                TABLE,
                null,
                new Expressions(null, null, "pk = :pk", null, null, null, values),
                LegacyParameters.NONE,
                null,
                null,
                true,
                null,
                null,
                null));
    if (page.count() != ROWS) throw new IllegalStateException(page.count() + " rows");
  }

  @Override
  public void count(int counter) {
    var key = new ItemWriter().name("pk").string("c" + counter).name("sk").number("0").finish();
    engine.run(
        new UpdateItem(
            TABLE,
            key,
            Expressions.ofUpdate("ADD n :one", null, null, ONE),
            LegacyParameters.NONE,
            ReturnOptions.NONE));
  }

  @Override
  public void transact(int first, int second, String payload) {
    engine.run(
        new TransactWriteItems(
            List.of(action(first, payload), action(second, payload)), null, null, null));
  }

  private static Action action(int item, String payload) {
    return new Action(Kind.PUT, TABLE, item(item, payload), Expressions.NONE, null);
  }

  @Override
  public void batch(int[] items, String payload) {
    var writes =
        Arrays.stream(items)
            .mapToObj(item -> new BatchWriteItem.WriteRequest(item(item, payload), null))
            .toList();
    engine.run(new BatchWriteItem(Map.of(TABLE, writes), null, null));
  }

  private static Item key(int item) {
    return new ItemWriter()
        .name("pk")
        .string("p" + item / ROWS)
        .name("sk")
        .number(Integer.toString(item % ROWS))
        .finish();
  }

  private static Item item(int item, String payload) {
    return new ItemWriter()
        .name("payload")
        .string(payload)
        .name("pk")
        .string("p" + item / ROWS)
        .name("sk")
        .number(Integer.toString(item % ROWS))
        .finish();
  }

  @Override
  public void close() {
    engine.close();
  }
}
