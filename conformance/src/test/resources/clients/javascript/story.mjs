// The story of story.txt, told by the AWS SDK for JavaScript v3: node story.mjs ENDPOINT prints
// what the client saw.
import {
  DynamoDB,
  DynamoDBServiceException,
  paginateQuery,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBStreams, DynamoDBStreamsServiceException } from "@aws-sdk/client-dynamodb-streams";
import { DynamoDBDocument, NumberValue } from "@aws-sdk/lib-dynamodb";
import { randomUUID } from "node:crypto";

const settings = {
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "story", secretAccessKey: "story" },
  maxAttempts: 1,
};
const db = new DynamoDB(settings);
const streams = new DynamoDBStreams(settings);
const patience = { client: db, maxWaitTime: 60, minDelay: 1, maxDelay: 2 };

const BIG = "12345678901234567890123456789012345678";
const TEXT = 'å\u0000\u001f"\\ e\u0301 漢字 😀';

/** The value as JSON has it: bytes in base64, names in order, nothing where nothing was told. */
function plain(value) {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  const told = Object.keys(value).filter((name) => value[name] !== undefined).sort();
  return Object.fromEntries(told.map((name) => [name, plain(value[name])]));
}

function tell(step, value) {
  console.log(step + " " + JSON.stringify(plain(value)));
}

/** Tells how a call was refused, and whether the client has a type for that. */
async function refused(step, call) {
  try {
    const { $metadata, ...answer } = await call();
    tell(step, answer);
  } catch (refusal) {
    const bases = [DynamoDBServiceException, DynamoDBStreamsServiceException];
    if (!bases.some((base) => refusal instanceof base)) throw refusal;
    tell(step, {
      code: refusal.name,
      message: refusal.message,
      status: refusal.$metadata.httpStatusCode,
      typed: !bases.includes(refusal.constructor),
      reasons: refusal.CancellationReasons,
    });
  }
}

const s = (text) => ({ S: text });
const n = (number) => ({ N: String(number) });
const key = (customer, order) => ({ customer: s(customer), order: n(order) });
const range = (count) => [...Array(count).keys()];

// --- tables --------------------------------------------------------------------------------------

const attribute = (name, kind) => ({ AttributeName: name, AttributeType: kind });
const schema = (partition, sort) => [
  { AttributeName: partition, KeyType: "HASH" },
  { AttributeName: sort, KeyType: "RANGE" },
];

const ORDERS = {
  TableName: "orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [
    attribute("customer", "S"),
    attribute("order", "N"),
    attribute("status", "S"),
    attribute("placed", "S"),
  ],
  KeySchema: schema("customer", "order"),
  LocalSecondaryIndexes: [
    {
      IndexName: "by-placed",
      KeySchema: schema("customer", "placed"),
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "by-status",
      KeySchema: schema("status", "placed"),
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["amount"] },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
};

async function tables() {
  await db.createTable(ORDERS);
  await waitUntilTableExists(patience, { TableName: "orders" });
  const { Table: table } = await db.describeTable({ TableName: "orders" });
  const [local] = table.LocalSecondaryIndexes;
  const [whole] = table.GlobalSecondaryIndexes;
  tell("tables.described", {
    arn: table.TableArn,
    attributes: table.AttributeDefinitions.map((each) => each.AttributeName).sort(),
    billing: table.BillingModeSummary.BillingMode,
    created: table.CreationDateTime.getUTCFullYear() > 2000,
    global: [whole.IndexName, whole.IndexStatus, whole.KeySchema, whole.Projection],
    keys: table.KeySchema,
    local: [local.IndexName, local.KeySchema, local.Projection],
    status: table.TableStatus,
    stream: table.StreamSpecification,
  });
  tell("tables.listed", (await db.listTables({})).TableNames);
  await refused("tables.created-twice", () => db.createTable(ORDERS));
  await refused("tables.missing", () => db.describeTable({ TableName: "nowhere" }));

  const ResourceArn = table.TableArn;
  const Tags = [{ Key: "team", Value: "blå" }, { Key: "stage", Value: "" }];
  await db.tagResource({ ResourceArn, Tags });
  await db.untagResource({ ResourceArn, TagKeys: ["stage"] });
  tell("tables.tags", (await db.listTagsOfResource({ ResourceArn })).Tags);

  const set = await db.updateTimeToLive({
    TableName: "orders",
    TimeToLiveSpecification: { Enabled: true, AttributeName: "expires" },
  });
  tell("tables.expiry-set", set.TimeToLiveSpecification);
  const { TimeToLiveDescription } = await db.describeTimeToLive({ TableName: "orders" });
  tell("tables.expiry", TimeToLiveDescription.AttributeName);
}

// --- items ---------------------------------------------------------------------------------------

const EVERY_TYPE = {
  ...key("values", 1),
  text: s(TEXT),
  empty: s(""),
  number: n(BIG),
  smallest: n("-1E-130"),
  largest: n("9.9999999999999999999999999999999999999E+125"),
  padded: n("0012.500"),
  bytes: { B: Uint8Array.of(0, 127, 128, 255) },
  "no bytes": { B: Uint8Array.of() },
  yes: { BOOL: true },
  no: { BOOL: false },
  null: { NULL: true },
  texts: { SS: ["solo"] },
  numbers: { NS: [BIG] },
  binaries: { BS: [Uint8Array.of(255)] },
  list: { L: [s("a"), n(1), { L: [] }, { M: {} }] },
  map: { M: { inner: { M: { deep: s(TEXT) } } } },
};

async function items() {
  const TableName = "orders";
  await db.putItem({ TableName, Item: EVERY_TYPE });
  const every = await db.getItem({ TableName, Key: key("values", 1), ConsistentRead: true });
  for (const name of Object.keys(every.Item).sort()) tell("items.value." + name, every.Item[name]);
  const sets = { texts: { SS: ["b", "a", "ä"] }, numbers: { NS: ["3", "-1", "2.50"] } };
  await db.putItem({ TableName, Item: { ...key("values", 2), ...sets } });
  const { Item: read } = await db.getItem({ TableName, Key: key("values", 2) });
  tell("items.sets", [read.texts.SS.sort(), read.numbers.NS.sort()]);
  const missing = await db.getItem({ TableName, Key: key("nobody", 1) });
  tell("items.missing", missing.Item !== undefined);

  const first = { ...key("ada", 1), amount: n(10), parts: { L: [s("x")] } };
  const created = await db.putItem({ TableName, Item: first, ReturnValues: "ALL_OLD" });
  tell("items.put-new", created.Attributes !== undefined);
  const replaced = await db.putItem({
    TableName,
    Item: { ...first, amount: n("11") },
    ConditionExpression: "#a = :ten",
    ExpressionAttributeNames: { "#a": "amount" },
    ExpressionAttributeValues: { ":ten": n("10.0") },
    ReturnValues: "ALL_OLD",
    ReturnConsumedCapacity: "INDEXES",
  });
  tell("items.put-old", replaced.Attributes);
  tell("items.put-capacity", replaced.ConsumedCapacity);
  const ifAbsent = { TableName, Item: first, ConditionExpression: "attribute_not_exists(customer)" };
  await refused("items.put-refused", () => db.putItem(ifAbsent));
  try {
    await db.putItem({ ...ifAbsent, ReturnValuesOnConditionCheckFailure: "ALL_OLD" });
  } catch (refusal) {
    tell("newer.put-refused-item", refusal.Item);
  }
  await updates();
  const projected = await db.getItem({
    TableName,
    Key: key("ada", 1),
    ProjectionExpression: "#l[1], address.city, nothing",
    ExpressionAttributeNames: { "#l": "parts" },
  });
  tell("items.projected", projected.Item);
  await refused("items.delete-refused", () =>
    db.deleteItem({
      TableName,
      Key: key("ada", 1),
      ConditionExpression: "size(parts) > :two",
      ExpressionAttributeValues: { ":two": n(2) },
    }),
  );
  const removal = { TableName, Key: key("ada", 1), ReturnValues: "ALL_OLD" };
  tell("items.deleted", (await db.deleteItem(removal)).Attributes);
  tell("items.deleted-twice", (await db.deleteItem(removal)).Attributes !== undefined);
}

async function update(expression, returned, values) {
  const told = await db.updateItem({
    TableName: "orders",
    Key: key("ada", 1),
    UpdateExpression: expression,
    ExpressionAttributeValues: values,
    ReturnValues: returned,
  });
  return told.Attributes ?? "nothing";
}

async function updates() {
  let told = await update(
    "SET parts = list_append(parts, :more), address = :a, visits = if_not_exists(visits, :no)",
    "ALL_NEW",
    { ":more": { L: [s("y")] }, ":a": { M: { city: s("Malmö"), zip: s("211") } }, ":no": n(0) },
  );
  tell("items.all-new", told);
  const moved = { ":c": s("Lund"), ":by": n("1.5") };
  told = await update("SET address.city = :c ADD visits :by", "UPDATED_NEW", moved);
  tell("items.updated-new", told);
  const zip = { ":z": s("222") };
  told = await update("SET address.zip = :z REMOVE parts[0]", "UPDATED_OLD", zip);
  tell("items.updated-old", told);
  const colours = { ":c": { SS: ["red", "blue"] } };
  tell("items.all-old", await update("ADD colours :c", "ALL_OLD", colours));
  const less = { ":c": { SS: ["red"] }, ":y": s("z") };
  told = await update("DELETE colours :c SET parts[9] = :y", "ALL_NEW", less);
  tell("items.set-less", told);
  tell("items.none", await update("SET amount = amount - :one", "NONE", { ":one": n(1) }));
  await refused("items.update-refused", () =>
    db.updateItem({
      TableName: "orders",
      Key: key("nobody", 1),
      UpdateExpression: "SET seen = :yes",
      ConditionExpression: "attribute_exists(customer)",
      ExpressionAttributeValues: { ":yes": { BOOL: true } },
    }),
  );
}

// --- batches -------------------------------------------------------------------------------------

const BATCH = 60;

/** Writes in batches of 25, and again what was left over; the number of calls that took. */
async function writeAll(requests) {
  let calls = 0;
  for (let left = requests; left.length > 0; calls++) {
    const told = await db.batchWriteItem({ RequestItems: { orders: left.slice(0, 25) } });
    left = [...(told.UnprocessedItems.orders ?? []), ...left.slice(25)];
  }
  return calls;
}

/** 60 items of 300 KB are more than the 16 MB that a call returns, so keys are left over. */
async function batches() {
  const keys = range(BATCH).map((number) => key("batch", number));
  const payload = s("x".repeat(300_000));
  const puts = keys.map((each) => ({ PutRequest: { Item: { ...each, payload } } }));
  tell("batches.written", await writeAll(puts));
  let wanted = {
    orders: {
      Keys: keys,
      ProjectionExpression: "#o, payload",
      ExpressionAttributeNames: { "#o": "order" },
    },
  };
  let calls = 0;
  const found = [];
  for (; Object.keys(wanted).length > 0; calls++) {
    const told = await db.batchGetItem({ RequestItems: wanted });
    found.push(...told.Responses.orders);
    wanted = told.UnprocessedKeys;
  }
  tell("batches.read", {
    calls,
    orders: new Set(found.map((each) => each.order.N)).size,
    length: found.reduce((sum, each) => sum + each.payload.S.length, 0),
  });
  await writeAll(keys.map((each) => ({ DeleteRequest: { Key: each } })));
  const counted = await db.query({
    TableName: "orders",
    KeyConditionExpression: "customer = :c",
    ExpressionAttributeValues: { ":c": s("batch") },
    Select: "COUNT",
  });
  tell("batches.deleted", counted.Count);
  await refused("batches.twice", () =>
    db.batchWriteItem({ RequestItems: { orders: [puts[0], puts[0]] } }),
  );
}

// --- queries and scans ---------------------------------------------------------------------------

function order(number) {
  const item = {
    ...key("eve", number),
    placed: s("2026-03-" + String(30 - number).padStart(2, "0")),
    amount: n(number * 5),
    note: s("note " + number),
  };
  // The index by status is sparse: only every third order has one.
  return number % 3 === 0 ? { ...item, status: s("OPEN") } : item;
}

const numbers = (found) => found.map((each) => Number(each.order.N));

/** Each page of a query with its counts. */
async function pages(parameters) {
  const told = [];
  let ExclusiveStartKey;
  do {
    const page = await db.query({ TableName: "orders", ...parameters, ExclusiveStartKey });
    told.push([numbers(page.Items), page.Count, page.ScannedCount]);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return told;
}

async function queries() {
  await writeAll(range(20).map((number) => ({ PutRequest: { Item: order(number + 1) } })));
  const eve = {
    KeyConditionExpression: "customer = :c",
    ExpressionAttributeValues: { ":c": s("eve") },
  };
  tell("queries.pages", await pages({ ...eve, Limit: 8 }));
  tell("queries.exact", await pages({ ...eve, Limit: 20 }));
  const filtered = await pages({
    KeyConditionExpression: "customer = :c AND #o BETWEEN :from AND :to",
    FilterExpression: "amount > :t AND contains(note, :n)",
    ExpressionAttributeNames: { "#o": "order" },
    ExpressionAttributeValues: {
      ":c": s("eve"), ":from": n(5), ":to": n(14), ":t": n(40), ":n": s("1"),
    },
    Limit: 6,
  });
  tell("queries.filtered", filtered);
  tell("queries.backward", await pages({ ...eve, ScanIndexForward: false, Limit: 15 }));
  const local = {
    TableName: "orders",
    IndexName: "by-placed",
    KeyConditionExpression: "customer = :c AND begins_with(placed, :p)",
    ExpressionAttributeValues: { ":c": s("eve"), ":p": s("2026-03-1") },
    Limit: 2,
  };
  const keysOnly = await db.query({ ...local, ConsistentRead: true });
  tell("queries.local", [keysOnly.Items, keysOnly.LastEvaluatedKey]);
  const whole = { ...local, Select: "ALL_ATTRIBUTES", ReturnConsumedCapacity: "INDEXES" };
  const fetched = await db.query(whole);
  tell("queries.local-fetched", fetched.Items);
  tell("queries.local-capacity", fetched.ConsumedCapacity);
  const byStatus = {
    TableName: "orders",
    IndexName: "by-status",
    KeyConditionExpression: "#s = :open AND placed < :p",
    ExpressionAttributeNames: { "#s": "status" },
    ExpressionAttributeValues: { ":open": s("OPEN"), ":p": s("2026-03-20") },
  };
  tell("queries.global", (await db.query(byStatus)).Items);
  await refused("queries.global-consistent", () => db.query({ ...byStatus, ConsistentRead: true }));
  let count = 0;
  for await (const page of paginateQuery({ client: db, pageSize: 3 }, { TableName: "orders", ...eve })) {
    count += page.Items.length;
  }
  tell("queries.paginator", count);
}

async function scans() {
  const TableName = "orders";
  const found = await Promise.all(
    range(4).map((Segment) =>
      db.scan({ TableName, Segment, TotalSegments: 4, FilterExpression: "attribute_exists(note)" }),
    ),
  );
  const all = found.flatMap((page) => numbers(page.Items));
  tell("scans.segments", all.sort((a, b) => a - b));
  const page = await db.scan({ TableName, IndexName: "by-status", Select: "COUNT" });
  tell("scans.index", [page.Count, page.ScannedCount, page.Items !== undefined]);
  await refused("scans.segment-only", () => db.scan({ TableName, Segment: 1 }));
}

// --- transactions --------------------------------------------------------------------------------

const action = (kind, which, more) => ({ [kind]: { TableName: "orders", Key: which, ...more } });

async function transactions() {
  const put = { Put: { TableName: "orders", Item: { ...key("tx", 1), stock: n(5) } } };
  const other = { Put: { TableName: "orders", Item: { ...key("tx", 2), stock: n(0) } } };
  const ClientRequestToken = randomUUID();
  const writes = {
    TransactItems: [put, other],
    ClientRequestToken,
    ReturnConsumedCapacity: "TOTAL",
  };
  tell("transactions.written", (await db.transactWriteItems(writes)).ConsumedCapacity);
  const repeated = await db.transactWriteItems(writes);
  const units = repeated.ConsumedCapacity.map((each) => each.ReadCapacityUnits);
  tell("transactions.repeated", units);
  await refused("transactions.other-with-token", () =>
    db.transactWriteItems({ TransactItems: [put], ClientRequestToken }),
  );
  const less = {
    UpdateExpression: "SET stock = stock - :one",
    ConditionExpression: "stock >= :one",
    ExpressionAttributeValues: { ":one": n(1) },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  await refused("transactions.cancelled", () =>
    db.transactWriteItems({
      TransactItems: [
        action("Update", key("tx", 1), less),
        action("Update", key("tx", 2), less),
        action("ConditionCheck", key("tx", 3), {
          ConditionExpression: "attribute_exists(customer)",
        }),
        action("Delete", key("tx", 4)),
      ],
    }),
  );
  await refused("transactions.same-item", () =>
    db.transactWriteItems({ TransactItems: [put, put] }),
  );
  const read = await db.transactGetItems({
    TransactItems: [
      action("Get", key("tx", 2)),
      action("Get", key("tx", 3)),
      action("Get", key("tx", 1), { ProjectionExpression: "stock" }),
    ],
  });
  tell("transactions.read", read.Responses);
}

// --- streams -------------------------------------------------------------------------------------

/** All records of a shard that has an end. */
async function recordsOf(StreamArn, ShardId) {
  const found = [];
  const start = { StreamArn, ShardId, ShardIteratorType: "TRIM_HORIZON" };
  let { ShardIterator } = await streams.getShardIterator(start);
  while (ShardIterator) {
    const page = await streams.getRecords({ ShardIterator });
    found.push(...page.Records);
    ShardIterator = page.NextShardIterator;
  }
  return found;
}

/** All of a stream's records: once it is switched off, every shard has an end. */
async function stream() {
  const { Table } = await db.describeTable({ TableName: "watched" });
  const arn = Table.LatestStreamArn;
  const off = { StreamEnabled: false };
  await db.updateTable({ TableName: "watched", StreamSpecification: off });
  const { Streams: listed } = await streams.listStreams({ TableName: "watched" });
  const found = [];
  let ExclusiveStartShardId;
  do {
    const told = await streams.describeStream({ StreamArn: arn, ExclusiveStartShardId });
    for (const shard of told.StreamDescription.Shards) {
      found.push(...(await recordsOf(arn, shard.ShardId)));
    }
    ExclusiveStartShardId = told.StreamDescription.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return [listed.length === 1 && listed[0].StreamArn === arn, found];
}

async function changes() {
  const TableName = "watched";
  await db.createTable({
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [attribute("id", "S")],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
  });
  await waitUntilTableExists(patience, { TableName });
  const Item = { id: s("a"), bytes: { B: Uint8Array.of(1, 2, 255) }, n: n(BIG) };
  const Key = { id: s("a") };
  await db.putItem({ TableName, Item });
  await db.putItem({ TableName, Item });
  await db.updateItem({ TableName, Key, UpdateExpression: "REMOVE n" });
  await db.deleteItem({ TableName, Key });
  await db.deleteItem({ TableName, Key });
  const [listed, records] = await stream();
  tell("streams.listed", listed);
  const places = records.map((each) => BigInt(each.dynamodb.SequenceNumber));
  tell("streams.ordered", places.every((place, at) => at === 0 || places[at - 1] < place));
  for (const record of records) {
    const change = record.dynamodb;
    tell("streams.record", {
      event: record.eventName,
      keys: change.Keys,
      new: change.NewImage ?? "none",
      old: change.OldImage ?? "none",
      source: [record.eventSource, record.awsRegion, change.StreamViewType],
      user: record.userIdentity !== undefined,
    });
  }
  const StreamArn =
    "arn:aws:dynamodb:us-east-1:000000000000:table/nowhere/stream/2026-01-01T00:00:00.000";
  await refused("streams.missing", () => streams.describeStream({ StreamArn }));
}

// --- faults and the end --------------------------------------------------------------------------

async function faults() {
  const TableName = "orders";
  const fault = (step, attributes) =>
    refused(step, () => db.putItem({ TableName, Item: { ...key("f", 1), ...attributes } }));
  await refused("faults.no-table", () => db.getItem({ TableName: "nowhere", Key: { id: s("a") } }));
  await refused("faults.key", () => db.getItem({ TableName, Key: { customer: s("a") } }));
  await refused("faults.empty-key", () => db.putItem({ TableName, Item: key("", 1) }));
  await fault("faults.number", { n: n("1".repeat(39)) });
  await fault("faults.set", { s: { SS: ["a", "a"] } });
  await fault("faults.size", { s: s("x".repeat(409_600)) });
  await fault("faults.index-key", { placed: n(1) });
  await refused("faults.reserved", () => db.scan({ TableName, ProjectionExpression: "status" }));
  await refused("faults.two", () =>
    db.query({
      TableName,
      Select: "SOME",
      ReturnConsumedCapacity: "ALL",
      KeyConditionExpression: "customer = :c",
      ExpressionAttributeValues: { ":c": s("a") },
    }),
  );
}

/** The document client, which turns values of the language into attributes and back. */
async function documents() {
  const options = {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: (text) => NumberValue.from(text) },
  };
  const documents = DynamoDBDocument.from(db, options);
  const Item = {
    customer: "doc",
    order: 1,
    big: NumberValue.from(BIG),
    colours: new Set(["red"]),
    nested: { list: [1.5, "two", null, true, Uint8Array.of(9)], absent: undefined },
  };
  await documents.put({ TableName: "orders", Item });
  const { Item: read } = await documents.get({ TableName: "orders", Key: { customer: "doc", order: 1 } });
  tell("documents.read", {
    big: read.big.toString(),
    colours: [...read.colours],
    list: read.nested.list.map((each) => (each instanceof NumberValue ? each.toString() : each)),
    names: Object.keys(read.nested),
  });
}

async function end() {
  const TableName = "orders";
  const Create = {
    IndexName: "by-amount",
    KeySchema: [{ AttributeName: "amount", KeyType: "HASH" }],
    Projection: { ProjectionType: "KEYS_ONLY" },
  };
  await db.updateTable({
    TableName,
    AttributeDefinitions: [attribute("amount", "N")],
    GlobalSecondaryIndexUpdates: [{ Create }],
  });
  let indexes;
  do {
    indexes = (await db.describeTable({ TableName })).Table.GlobalSecondaryIndexes;
  } while (!indexes.every((each) => each.IndexStatus === "ACTIVE"));
  const page = await db.query({
    TableName,
    IndexName: "by-amount",
    KeyConditionExpression: "amount = :t",
    ExpressionAttributeValues: { ":t": n("25.0") },
  });
  tell("end.index-added", page.Items);
  for (const table of ["orders", "watched"]) {
    await db.deleteTable({ TableName: table });
    await waitUntilTableNotExists(patience, { TableName: table });
  }
  tell("end.tables", (await db.listTables({})).TableNames);
}

await tables();
await items();
await batches();
await queries();
await scans();
await transactions();
await changes();
await faults();
await documents();
await end();
