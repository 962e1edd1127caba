"""The story of story.txt, told by boto3: python3 story.py ENDPOINT prints what the client saw."""
import base64
import json
import sys
import uuid

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

settings = dict(
    endpoint_url=sys.argv[1],
    region_name="us-east-1",
    aws_access_key_id="story",
    aws_secret_access_key="story",
    config=Config(retries={"total_max_attempts": 1}),
)
db = boto3.client("dynamodb", **settings)
streams = boto3.client("dynamodbstreams", **settings)

BIG = "12345678901234567890123456789012345678"
TEXT = "å\u0000\u001f\"\\ e\u0301 漢字 😀"


def plain(value):
    """The value as JSON has it: bytes in base64, whole numbers without a point."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, float) and value == int(value):
        return int(value)
    return value


def tell(step, value):
    form = json.dumps(plain(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    print(step + " " + form)


def refused(step, call, **parameters):
    """Tells how a call was refused, and whether the client has a type for that."""
    try:
        tell(step, call(**parameters))
    except ClientError as refusal:
        told = {
            "code": refusal.response["Error"]["Code"],
            "message": refusal.response["Error"]["Message"],
            "status": refusal.response["ResponseMetadata"]["HTTPStatusCode"],
            "typed": type(refusal) is not ClientError,
        }
        if "CancellationReasons" in refusal.response:
            told["reasons"] = refusal.response["CancellationReasons"]
        tell(step, told)


def s(text):
    return {"S": text}


def n(number):
    return {"N": str(number)}


def key(customer, order):
    return {"customer": s(customer), "order": n(order)}


# --- tables ---------------------------------------------------------------------------------------

def attribute(name, kind):
    return {"AttributeName": name, "AttributeType": kind}


def schema(partition, sort):
    return [
        {"AttributeName": partition, "KeyType": "HASH"},
        {"AttributeName": sort, "KeyType": "RANGE"},
    ]


ORDERS = dict(
    TableName="orders",
    BillingMode="PAY_PER_REQUEST",
    AttributeDefinitions=[
        attribute("customer", "S"),
        attribute("order", "N"),
        attribute("status", "S"),
        attribute("placed", "S"),
    ],
    KeySchema=schema("customer", "order"),
    LocalSecondaryIndexes=[
        {
            "IndexName": "by-placed",
            "KeySchema": schema("customer", "placed"),
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
    GlobalSecondaryIndexes=[
        {
            "IndexName": "by-status",
            "KeySchema": schema("status", "placed"),
            "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["amount"]},
        }
    ],
    StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
)


def tables():
    db.create_table(**ORDERS)
    db.get_waiter("table_exists").wait(TableName="orders")
    table = db.describe_table(TableName="orders")["Table"]
    local, = table["LocalSecondaryIndexes"]
    whole, = table["GlobalSecondaryIndexes"]
    tell("tables.described", {
        "arn": table["TableArn"],
        "attributes": sorted(each["AttributeName"] for each in table["AttributeDefinitions"]),
        "billing": table["BillingModeSummary"]["BillingMode"],
        "created": table["CreationDateTime"].year > 2000,
        "global": [whole["IndexName"], whole["IndexStatus"], whole["KeySchema"], whole["Projection"]],
        "keys": table["KeySchema"],
        "local": [local["IndexName"], local["KeySchema"], local["Projection"]],
        "status": table["TableStatus"],
        "stream": table["StreamSpecification"],
    })
    tell("tables.listed", db.list_tables()["TableNames"])
    refused("tables.created-twice", db.create_table, **ORDERS)
    refused("tables.missing", db.describe_table, TableName="nowhere")

    arn = table["TableArn"]
    tags = [{"Key": "team", "Value": "blå"}, {"Key": "stage", "Value": ""}]
    db.tag_resource(ResourceArn=arn, Tags=tags)
    db.untag_resource(ResourceArn=arn, TagKeys=["stage"])
    tell("tables.tags", db.list_tags_of_resource(ResourceArn=arn)["Tags"])

    expiry = {"Enabled": True, "AttributeName": "expires"}
    told = db.update_time_to_live(TableName="orders", TimeToLiveSpecification=expiry)
    tell("tables.expiry-set", told["TimeToLiveSpecification"])
    told = db.describe_time_to_live(TableName="orders")["TimeToLiveDescription"]
    tell("tables.expiry", told["AttributeName"])


# --- items ----------------------------------------------------------------------------------------

EVERY_TYPE = {
    **key("values", 1),
    "text": s(TEXT),
    "empty": s(""),
    "number": n(BIG),
    "smallest": n("-1E-130"),
    "largest": n("9.9999999999999999999999999999999999999E+125"),
    "padded": n("0012.500"),
    "bytes": {"B": bytes([0, 127, 128, 255])},
    "no bytes": {"B": b""},
    "yes": {"BOOL": True},
    "no": {"BOOL": False},
    "null": {"NULL": True},
    "texts": {"SS": ["solo"]},
    "numbers": {"NS": [BIG]},
    "binaries": {"BS": [bytes([255])]},
    "list": {"L": [s("a"), n(1), {"L": []}, {"M": {}}]},
    "map": {"M": {"inner": {"M": {"deep": s(TEXT)}}}},
}


def items():
    db.put_item(TableName="orders", Item=EVERY_TYPE)
    read = db.get_item(TableName="orders", Key=key("values", 1), ConsistentRead=True)["Item"]
    for name in sorted(read):
        tell("items.value." + name, read[name])
    sets = {"texts": {"SS": ["b", "a", "ä"]}, "numbers": {"NS": ["3", "-1", "2.50"]}}
    db.put_item(TableName="orders", Item={**key("values", 2), **sets})
    read = db.get_item(TableName="orders", Key=key("values", 2))["Item"]
    tell("items.sets", [sorted(read["texts"]["SS"]), sorted(read["numbers"]["NS"])])
    tell("items.missing", "Item" in db.get_item(TableName="orders", Key=key("nobody", 1)))

    first = {**key("ada", 1), "amount": n(10), "parts": {"L": [s("x")]}}
    told = db.put_item(TableName="orders", Item=first, ReturnValues="ALL_OLD")
    tell("items.put-new", "Attributes" in told)
    told = db.put_item(
        TableName="orders",
        Item={**first, "amount": n("11")},
        ConditionExpression="#a = :ten",
        ExpressionAttributeNames={"#a": "amount"},
        ExpressionAttributeValues={":ten": n("10.0")},
        ReturnValues="ALL_OLD",
        ReturnConsumedCapacity="INDEXES",
    )
    tell("items.put-old", told["Attributes"])
    tell("items.put-capacity", told["ConsumedCapacity"])
    refused(
        "items.put-refused",
        db.put_item,
        TableName="orders",
        Item=first,
        ConditionExpression="attribute_not_exists(customer)",
    )
    updates()
    told = db.get_item(
        TableName="orders",
        Key=key("ada", 1),
        ProjectionExpression="#l[1], address.city, nothing",
        ExpressionAttributeNames={"#l": "parts"},
    )
    tell("items.projected", told["Item"])
    refused(
        "items.delete-refused",
        db.delete_item,
        TableName="orders",
        Key=key("ada", 1),
        ConditionExpression="size(parts) > :two",
        ExpressionAttributeValues={":two": n(2)},
    )
    told = db.delete_item(TableName="orders", Key=key("ada", 1), ReturnValues="ALL_OLD")
    tell("items.deleted", told["Attributes"])
    told = db.delete_item(TableName="orders", Key=key("ada", 1), ReturnValues="ALL_OLD")
    tell("items.deleted-twice", "Attributes" in told)


def update(expression, returned, **values):
    told = db.update_item(
        TableName="orders",
        Key=key("ada", 1),
        UpdateExpression=expression,
        ExpressionAttributeValues={":" + name: value for name, value in values.items()},
        ReturnValues=returned,
    )
    return told.get("Attributes", "nothing")


def updates():
    told = update(
        "SET parts = list_append(parts, :more), address = :a, visits = if_not_exists(visits, :no)",
        "ALL_NEW",
        more={"L": [s("y")]},
        a={"M": {"city": s("Malmö"), "zip": s("211")}},
        no=n(0),
    )
    tell("items.all-new", told)
    told = update("SET address.city = :c ADD visits :by", "UPDATED_NEW", c=s("Lund"), by=n("1.5"))
    tell("items.updated-new", told)
    told = update("SET address.zip = :z REMOVE parts[0]", "UPDATED_OLD", z=s("222"))
    tell("items.updated-old", told)
    tell("items.all-old", update("ADD colours :c", "ALL_OLD", c={"SS": ["red", "blue"]}))
    told = update("DELETE colours :c SET parts[9] = :y", "ALL_NEW", c={"SS": ["red"]}, y=s("z"))
    tell("items.set-less", told)
    tell("items.none", update("SET amount = amount - :one", "NONE", one=n(1)))
    refused(
        "items.update-refused",
        db.update_item,
        TableName="orders",
        Key=key("nobody", 1),
        UpdateExpression="SET seen = :yes",
        ConditionExpression="attribute_exists(customer)",
        ExpressionAttributeValues={":yes": {"BOOL": True}},
    )


# --- batches --------------------------------------------------------------------------------------

BATCH = 60


def write_all(requests):
    """Writes in batches of 25, and again what was left over; the number of calls that took."""
    calls, left = 0, requests
    while left:
        now, later = left[:25], left[25:]
        told = db.batch_write_item(RequestItems={"orders": now})
        left = told["UnprocessedItems"].get("orders", []) + later
        calls += 1
    return calls


def batches():
    """60 items of 300 KB are more than the 16 MB that a call returns, so keys are left over."""
    keys = [key("batch", number) for number in range(BATCH)]
    puts = [{"PutRequest": {"Item": {**each, "payload": s("x" * 300_000)}}} for each in keys]
    tell("batches.written", write_all(puts))
    wanted = {"orders": {"Keys": keys, "ProjectionExpression": "#o, payload",
                         "ExpressionAttributeNames": {"#o": "order"}}}
    calls, found = 0, []
    while wanted:
        told = db.batch_get_item(RequestItems=wanted)
        found += told["Responses"]["orders"]
        wanted = told["UnprocessedKeys"]
        calls += 1
    tell("batches.read", {
        "calls": calls,
        "orders": len({each["order"]["N"] for each in found}),
        "length": sum(len(each["payload"]["S"]) for each in found),
    })
    write_all([{"DeleteRequest": {"Key": each}} for each in keys])
    told = db.query(
        TableName="orders",
        KeyConditionExpression="customer = :c",
        ExpressionAttributeValues={":c": s("batch")},
        Select="COUNT",
    )
    tell("batches.deleted", told["Count"])
    refused("batches.twice", db.batch_write_item, RequestItems={"orders": [puts[0], puts[0]]})


# --- queries and scans ----------------------------------------------------------------------------

def order(number):
    item = {
        **key("eve", number),
        "placed": s("2026-03-%02d" % (30 - number)),
        "amount": n(number * 5),
        "note": s("note %d" % number),
    }
    # The index by status is sparse: only every third order has one.
    return {**item, "status": s("OPEN")} if number % 3 == 0 else item


def numbers(found):
    return [int(each["order"]["N"]) for each in found]


def pages(**parameters):
    """Each page of a query with its counts."""
    told, start = [], {}
    while True:
        page = db.query(TableName="orders", **parameters, **start)
        told.append([numbers(page["Items"]), page["Count"], page["ScannedCount"]])
        if "LastEvaluatedKey" not in page:
            return told
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def queries():
    write_all([{"PutRequest": {"Item": order(number)}} for number in range(1, 21)])
    eve = dict(KeyConditionExpression="customer = :c", ExpressionAttributeValues={":c": s("eve")})
    tell("queries.pages", pages(**eve, Limit=8))
    tell("queries.exact", pages(**eve, Limit=20))
    tell("queries.filtered", pages(
        KeyConditionExpression="customer = :c AND #o BETWEEN :from AND :to",
        FilterExpression="amount > :t AND contains(note, :n)",
        ExpressionAttributeNames={"#o": "order"},
        ExpressionAttributeValues={
            ":c": s("eve"), ":from": n(5), ":to": n(14), ":t": n(40), ":n": s("1"),
        },
        Limit=6,
    ))
    tell("queries.backward", pages(**eve, ScanIndexForward=False, Limit=15))
    local = dict(
        TableName="orders",
        IndexName="by-placed",
        KeyConditionExpression="customer = :c AND begins_with(placed, :p)",
        ExpressionAttributeValues={":c": s("eve"), ":p": s("2026-03-1")},
        Limit=2,
    )
    page = db.query(**local, ConsistentRead=True)
    tell("queries.local", [page["Items"], page["LastEvaluatedKey"]])
    page = db.query(**local, Select="ALL_ATTRIBUTES", ReturnConsumedCapacity="INDEXES")
    tell("queries.local-fetched", page["Items"])
    tell("queries.local-capacity", page["ConsumedCapacity"])
    by_status = dict(
        TableName="orders",
        IndexName="by-status",
        KeyConditionExpression="#s = :open AND placed < :p",
        ExpressionAttributeNames={"#s": "status"},
        ExpressionAttributeValues={":open": s("OPEN"), ":p": s("2026-03-20")},
    )
    page = db.query(**by_status)
    tell("queries.global", page["Items"])
    refused("queries.global-consistent", db.query, **by_status, ConsistentRead=True)
    paginator = db.get_paginator("query")
    tell("queries.paginator", sum(
        len(page["Items"]) for page in paginator.paginate(TableName="orders", **eve, Limit=3)
    ))


def scans():
    segments = [
        numbers(db.scan(TableName="orders", Segment=segment, TotalSegments=4,
                        FilterExpression="attribute_exists(note)")["Items"])
        for segment in range(4)
    ]
    tell("scans.segments", sorted(number for segment in segments for number in segment))
    page = db.scan(TableName="orders", IndexName="by-status", Select="COUNT")
    tell("scans.index", [page["Count"], page["ScannedCount"], "Items" in page])
    refused("scans.segment-only", db.scan, TableName="orders", Segment=1)


# --- transactions ---------------------------------------------------------------------------------

def action(kind, which, **more):
    return {kind: {"TableName": "orders", "Key": which, **more}}


def transactions():
    put = {"Put": {"TableName": "orders", "Item": {**key("tx", 1), "stock": n(5)}}}
    token = str(uuid.uuid4())
    writes = [put, {"Put": {"TableName": "orders", "Item": {**key("tx", 2), "stock": n(0)}}}]
    told = db.transact_write_items(
        TransactItems=writes, ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")
    tell("transactions.written", told["ConsumedCapacity"])
    told = db.transact_write_items(
        TransactItems=writes, ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")
    tell("transactions.repeated", [
        each["ReadCapacityUnits"] for each in told["ConsumedCapacity"]])
    refused("transactions.other-with-token", db.transact_write_items,
            TransactItems=writes[:1], ClientRequestToken=token)
    less = dict(
        UpdateExpression="SET stock = stock - :one",
        ConditionExpression="stock >= :one",
        ExpressionAttributeValues={":one": n(1)},
        ReturnValuesOnConditionCheckFailure="ALL_OLD",
    )
    refused("transactions.cancelled", db.transact_write_items, TransactItems=[
        action("Update", key("tx", 1), **less),
        action("Update", key("tx", 2), **less),
        action("ConditionCheck", key("tx", 3), ConditionExpression="attribute_exists(customer)"),
        action("Delete", key("tx", 4)),
    ])
    refused("transactions.same-item", db.transact_write_items, TransactItems=[put, put])
    told = db.transact_get_items(TransactItems=[
        action("Get", key("tx", 2)),
        action("Get", key("tx", 3)),
        action("Get", key("tx", 1), ProjectionExpression="stock"),
    ])
    tell("transactions.read", told["Responses"])


# --- streams --------------------------------------------------------------------------------------

def stream():
    """All of a stream's records: once it is switched off, every shard has an end."""
    arn = db.describe_table(TableName="watched")["Table"]["LatestStreamArn"]
    db.update_table(TableName="watched", StreamSpecification={"StreamEnabled": False})
    listed = [each["StreamArn"] for each in streams.list_streams(TableName="watched")["Streams"]]
    found, start = [], {}
    while True:
        page = streams.describe_stream(StreamArn=arn, **start)["StreamDescription"]
        for shard in page["Shards"]:
            iterator = streams.get_shard_iterator(
                StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
            ).get("ShardIterator")
            while iterator:
                records = streams.get_records(ShardIterator=iterator)
                found += records["Records"]
                iterator = records.get("NextShardIterator")
        if "LastEvaluatedShardId" not in page:
            return listed == [arn], found
        start = {"ExclusiveStartShardId": page["LastEvaluatedShardId"]}


def changes():
    db.create_table(
        TableName="watched",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[attribute("id", "S")],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )
    db.get_waiter("table_exists").wait(TableName="watched")
    item = {"id": s("a"), "bytes": {"B": bytes([1, 2, 255])}, "n": n(BIG)}
    db.put_item(TableName="watched", Item=item)
    db.put_item(TableName="watched", Item=item)
    db.update_item(TableName="watched", Key={"id": s("a")}, UpdateExpression="REMOVE n")
    db.delete_item(TableName="watched", Key={"id": s("a")})
    db.delete_item(TableName="watched", Key={"id": s("a")})
    listed, records = stream()
    tell("streams.listed", listed)
    tell("streams.ordered", sorted(int(each["dynamodb"]["SequenceNumber"]) for each in records)
         == [int(each["dynamodb"]["SequenceNumber"]) for each in records])
    for record in records:
        change = record["dynamodb"]
        tell("streams.record", {
            "event": record["eventName"],
            "keys": change["Keys"],
            "new": change.get("NewImage", "none"),
            "old": change.get("OldImage", "none"),
            "source": [record["eventSource"], record["awsRegion"], change["StreamViewType"]],
            "user": "userIdentity" in record,
        })
    refused("streams.missing", streams.describe_stream,
            StreamArn="arn:aws:dynamodb:us-east-1:000000000000:table/nowhere/stream/2026-01-01T00:00:00.000")


# --- faults and the end ---------------------------------------------------------------------------

def faults():
    refused("faults.no-table", db.get_item, TableName="nowhere", Key={"id": s("a")})
    refused("faults.key", db.get_item, TableName="orders", Key={"customer": s("a")})
    refused("faults.empty-key", db.put_item, TableName="orders", Item=key("", 1))
    refused("faults.number", db.put_item, TableName="orders",
            Item={**key("f", 1), "n": n("1" * 39)})
    refused("faults.set", db.put_item, TableName="orders",
            Item={**key("f", 1), "s": {"SS": ["a", "a"]}})
    refused("faults.size", db.put_item, TableName="orders",
            Item={**key("f", 1), "s": s("x" * 409_600)})
    refused("faults.index-key", db.put_item, TableName="orders",
            Item={**key("f", 1), "placed": n(1)})
    refused("faults.reserved", db.scan, TableName="orders", ProjectionExpression="status")
    refused("faults.two", db.query, TableName="orders", Select="SOME", ReturnConsumedCapacity="ALL",
            KeyConditionExpression="customer = :c", ExpressionAttributeValues={":c": s("a")})


def end():
    added = {
        "IndexName": "by-amount",
        "KeySchema": [{"AttributeName": "amount", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "KEYS_ONLY"},
    }
    db.update_table(
        TableName="orders",
        AttributeDefinitions=[attribute("amount", "N")],
        GlobalSecondaryIndexUpdates=[{"Create": added}],
    )
    while True:
        indexes = db.describe_table(TableName="orders")["Table"]["GlobalSecondaryIndexes"]
        if all(each["IndexStatus"] == "ACTIVE" for each in indexes):
            break
    page = db.query(
        TableName="orders",
        IndexName="by-amount",
        KeyConditionExpression="amount = :t",
        ExpressionAttributeValues={":t": n("25.0")},
    )
    tell("end.index-added", page["Items"])
    db.delete_table(TableName="orders")
    db.delete_table(TableName="watched")
    for table in ["orders", "watched"]:
        db.get_waiter("table_not_exists").wait(TableName=table)
    tell("end.tables", db.list_tables()["TableNames"])


tables()
items()
batches()
queries()
scans()
transactions()
changes()
faults()
end()
