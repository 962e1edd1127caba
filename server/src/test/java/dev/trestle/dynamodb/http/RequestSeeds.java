package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.embedded.Samples;
import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * A request for each operation with nearly all members of its structure, as material for mutations.
 * Upper-case names after an at sign are replaced by values that only a running server knows.
 */
public record RequestSeeds(String streamArn, String tableArn, String shardId, String iterator) {
  /** A target and a body that a server understands. */
  public record Seed(String target, String body) {}

  private static final String DYNAMODB = "DynamoDB_20120810.";
  private static final String STREAMS = "DynamoDBStreams_20120810.";

  private static final String KEY = "{'pk':{'S':'a'},'sk':{'N':'1'}}";
  private static final String VALUES =
      """
      {'S':{'S':'text'},'N':{'N':'-1.5e3'},'B':{'B':'AAEC'},'BOOL':{'BOOL':true},\
      'NULL':{'NULL':true},'SS':{'SS':['a','b']},'NS':{'NS':['1','2']},'BS':{'BS':['AA==']},\
      'L':{'L':[{'S':'x'},{'L':[{'M':{}}]}]},'M':{'M':{'m':{'M':{'n':{'N':'1'}}}}},\
      'pk':{'S':'a'},'sk':{'N':'1'}}\
      """;
  private static final String RETURNS =
      "'ReturnConsumedCapacity':'INDEXES','ReturnItemCollectionMetrics':'SIZE'";
  private static final String EXPRESSION =
      "'ExpressionAttributeNames':{'#n':'S'},'ExpressionAttributeValues':{':v':{'S':'text'}}";
  private static final String CONDITION = "'ConditionExpression':'#n = :v OR size(#n) > :v',";
  private static final String LEGACY =
      "{'S':{'ComparisonOperator':'EQ','AttributeValueList':[{'S':'text'}]}}";
  private static final String INDEX =
      """
      {'IndexName':'byColour','KeySchema':[{'AttributeName':'colour','KeyType':'HASH'}],\
      'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['a']},\
      'ProvisionedThroughput':{'ReadCapacityUnits':1,'WriteCapacityUnits':1}}\
      """;

  /** Requests for the table of the samples, which exists. */
  public static RequestSeeds of(DynamoDbClient client, DynamoDbStreamsClient streams) {
    var table = client.describeTable(r -> r.tableName(Samples.TABLE)).table();
    var arn = table.latestStreamArn();
    var shard =
        streams.describeStream(r -> r.streamArn(arn)).streamDescription().shards().getFirst();
    var iterator =
        streams.getShardIterator(r ->
            r.streamArn(arn)
                .shardId(shard.shardId())
                .shardIteratorType(ShardIteratorType.TRIM_HORIZON));
    return new RequestSeeds(arn, table.tableArn(), shard.shardId(), iterator.shardIterator());
  }

  public List<Seed> all() {
    return Stream.of(items(), pages(), groups(), statements(), tables(), settings(), streams())
        .flatMap(List::stream)
        .toList();
  }

  private List<Seed> items() {
    return List.of(
        seed(
            "GetItem",
            "'Key':@KEY,'ConsistentRead':true,'ProjectionExpression':'#n.x[0],pk',"
                + "'ExpressionAttributeNames':{'#n':'L'},"
                + RETURNS),
        seed("GetItem", "'Key':@KEY,'AttributesToGet':['pk','S']"),
        seed(
            "PutItem",
            "'Item':"
                + VALUES
                + ",'ReturnValues':'ALL_OLD',"
                + CONDITION
                + EXPRESSION
                + ",'ReturnValuesOnConditionCheckFailure':'ALL_OLD',"
                + RETURNS),
        seed(
            "PutItem",
            "'Item':"
                + VALUES
                + ",'ConditionalOperator':'OR','Expected':{'S':{'Exists':"
                + "true,'Value':{'S':'text'}},'N':{'ComparisonOperator':'GT','AttributeValueList':"
                + "[{'N':'1'}]}}"),
        seed(
            "UpdateItem",
            "'Key':@KEY,'UpdateExpression':'SET #n = :v, L[0] = if_not_exists(q, :v)"
                + " REMOVE M.m','ReturnValues':'ALL_NEW',"
                + EXPRESSION
                + ","
                + RETURNS),
        seed(
            "UpdateItem",
            "'Key':@KEY,'AttributeUpdates':{'N':{'Action':'ADD','Value':{'N':'1'}}},"
                + "'Expected':"
                + LEGACY),
        seed("DeleteItem", "'Key':@KEY," + CONDITION + EXPRESSION + ",'ReturnValues':'ALL_OLD'"));
  }

  private List<Seed> pages() {
    return List.of(
        seed(
            "Query",
            "'KeyConditionExpression':'pk = :v AND sk BETWEEN :a AND :b',"
                + "'FilterExpression':'#n = :v','ProjectionExpression':'#n','Limit':3,'Select':"
                + "'SPECIFIC_ATTRIBUTES','ScanIndexForward':false,'ExclusiveStartKey':@KEY,"
                + "'ConsistentRead':false,'ExpressionAttributeNames':{'#n':'S'},"
                + "'ExpressionAttributeValues':{':v':{'S':'text'},':a':{'N':'1'},':b':{'N':'2'}}"),
        seed(
            "Query",
            "'KeyConditions':{'pk':{'ComparisonOperator':'EQ','AttributeValueList':"
                + "[{'S':'a'}]}},'QueryFilter':"
                + LEGACY
                + ",'IndexName':'by_colour'"),
        seed(
            "Scan",
            "'FilterExpression':'#n = :v','Segment':0,'TotalSegments':2,'Limit':5,"
                + EXPRESSION
                + ",'IndexName':'by_colour','ExclusiveStartKey':@KEY"),
        seed("Scan", "'ScanFilter':" + LEGACY + ",'AttributesToGet':['S']"));
  }

  private List<Seed> groups() {
    return List.of(
        bare(
            "BatchGetItem",
            "'RequestItems':{'samples':{'Keys':[@KEY],'ConsistentRead':true,"
                + "'ProjectionExpression':'#n','ExpressionAttributeNames':{'#n':'S'}}}"),
        bare(
            "BatchWriteItem",
            "'RequestItems':{'samples':[{'PutRequest':{'Item':"
                + VALUES
                + "}},{'DeleteRequest':{'Key':{'pk':{'S':'b'},'sk':{'N':'2'}}}}]},"
                + RETURNS),
        bare("TransactGetItems", "'TransactItems':[{'Get':{'TableName':'samples','Key':@KEY}}]"),
        bare(
            "TransactWriteItems",
            "'ClientRequestToken':'token','TransactItems':[{'Put':{"
                + "'TableName':'samples','Item':"
                + VALUES
                + "}},{'ConditionCheck':{'TableName':"
                + "'samples','Key':{'pk':{'S':'z'},'sk':{'N':'0'}},'ConditionExpression':"
                + "'attribute_not_exists(pk)'}},{'Update':{'TableName':'samples','Key':{'pk':{'S':'y'},'sk':{'N':'0'}},'UpdateExpression':'SET"
                + " #n = :v',"
                + EXPRESSION
                + "}},{'Delete':{"
                + "'TableName':'samples','Key':{'pk':{'S':'x'},'sk':{'N':'0'}}}}],"
                + RETURNS));
  }

  private List<Seed> statements() {
    return List.of(
        bare(
            "ExecuteStatement",
            "'Statement':'SELECT S, L[0] FROM samples WHERE pk = ? AND sk > ? ORDER BY sk DESC',"
                + "'Parameters':[{'S':'a'},{'N':'0'}],'ConsistentRead':true,'Limit':2,"
                + "'ReturnConsumedCapacity':'INDEXES'"),
        bare(
            "ExecuteStatement",
            "'Statement':'UPDATE samples SET S = ? REMOVE L WHERE pk = ? AND sk = ?"
                + " RETURNING ALL NEW *','Parameters':[{'S':'x'},{'S':'a'},{'N':'1'}],"
                + "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'"),
        bare(
            "BatchExecuteStatement",
            "'Statements':[{'Statement':'SELECT * FROM samples WHERE pk = ? AND sk = ?',"
                + "'Parameters':[{'S':'a'},{'N':'1'}],'ConsistentRead':true}],"
                + "'ReturnConsumedCapacity':'TOTAL'"),
        bare(
            "ExecuteTransaction",
            "'TransactStatements':[{'Statement':'DELETE FROM samples WHERE pk = ? AND sk = ?',"
                + "'Parameters':[{'S':'w'},{'N':'1'}]}],'ClientRequestToken':'statement'"));
  }

  private List<Seed> tables() {
    return List.of(
        bare(
            "CreateTable",
            "'TableName':'doomed','AttributeDefinitions':[{'AttributeName':'pk',"
                + "'AttributeType':'S'},{'AttributeName':'colour','AttributeType':'S'},"
                + "{'AttributeName':'sk','AttributeType':'N'}],'KeySchema':[{'AttributeName':'pk',"
                + "'KeyType':'HASH'},{'AttributeName':'sk','KeyType':'RANGE'}],'BillingMode':"
                + "'PROVISIONED','ProvisionedThroughput':{'ReadCapacityUnits':1,'WriteCapacityUnits':1},"
                + "'GlobalSecondaryIndexes':["
                + INDEX
                + "],'LocalSecondaryIndexes':[{'IndexName':'l',"
                + "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'},{'AttributeName':'colour',"
                + "'KeyType':'RANGE'}],'Projection':{'ProjectionType':'ALL'}}],'StreamSpecification':"
                + "{'StreamEnabled':true,'StreamViewType':'KEYS_ONLY'},'SSESpecification':{'Enabled':"
                + "true,'SSEType':'KMS'},'Tags':[{'Key':'k','Value':'v'}],'TableClass':'STANDARD',"
                + "'DeletionProtectionEnabled':false"),
        bare(
            "UpdateTable",
            "'TableName':'doomed','AttributeDefinitions':[{'AttributeName':'pk',"
                + "'AttributeType':'S'}],'BillingMode':'PAY_PER_REQUEST','GlobalSecondaryIndexUpdates':"
                + "[{'Create':"
                + INDEX
                + "},{'Update':{'IndexName':'byColour','ProvisionedThroughput':"
                + "{'ReadCapacityUnits':1,'WriteCapacityUnits':1}}},{'Delete':{'IndexName':'x'}}],"
                + "'StreamSpecification':{'StreamEnabled':false}"),
        bare("DeleteTable", "'TableName':'doomed'"));
  }

  private List<Seed> settings() {
    return List.of(
        bare("DescribeTable", "'TableName':'samples'"),
        bare("ListTables", "'Limit':10,'ExclusiveStartTableName':'abc'"),
        bare("DescribeTimeToLive", "'TableName':'samples'"),
        bare(
            "UpdateTimeToLive",
            "'TableName':'samples','TimeToLiveSpecification':{'Enabled':true,"
                + "'AttributeName':'expiry'}"),
        bare("TagResource", "'ResourceArn':'@TABLE','Tags':[{'Key':'k','Value':'v'}]"),
        bare("UntagResource", "'ResourceArn':'@TABLE','TagKeys':['k']"),
        bare("ListTagsOfResource", "'ResourceArn':'@TABLE','NextToken':'x'"),
        bare("DescribeLimits", ""));
  }

  private List<Seed> streams() {
    return List.of(
        stream(
            "ListStreams", "'TableName':'samples','Limit':1,'ExclusiveStartStreamArn':'@STREAM'"),
        stream(
            "DescribeStream", "'StreamArn':'@STREAM','Limit':1,'ExclusiveStartShardId':'@SHARD'"),
        stream(
            "GetShardIterator",
            "'StreamArn':'@STREAM','ShardId':'@SHARD','ShardIteratorType':"
                + "'AT_SEQUENCE_NUMBER','SequenceNumber':'1'"),
        stream("GetRecords", "'ShardIterator':'@ITERATOR','Limit':10"));
  }

  private Seed seed(String operation, String members) {
    return bare(operation, "'TableName':'samples'," + members);
  }

  private Seed bare(String operation, String members) {
    return new Seed(DYNAMODB + operation, body(members));
  }

  private Seed stream(String operation, String members) {
    return new Seed(STREAMS + operation, body(members));
  }

  private String body(String members) {
    return ("{" + members + "}")
        .replace("@KEY", KEY)
        .replace("@TABLE", tableArn)
        .replace("@STREAM", streamArn)
        .replace("@SHARD", shardId)
        .replace("@ITERATOR", iterator)
        .replace('\'', '"');
  }
}
