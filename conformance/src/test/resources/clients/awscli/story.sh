#!/usr/bin/env bash
# A short story told by the AWS command line: story.sh AWS ENDPOINT prints what it saw.
set -euo pipefail

export AWS_ACCESS_KEY_ID=story AWS_SECRET_ACCESS_KEY=story AWS_DEFAULT_REGION=us-east-1
export AWS_PAGER='' AWS_EC2_METADATA_DISABLED=true AWS_CONFIG_FILE=/dev/null
db() { "$aws" --endpoint-url "$endpoint" --output json dynamodb "$@"; }
streams() { "$aws" --endpoint-url "$endpoint" --output text dynamodbstreams "$@"; }
aws=$1
endpoint=$2

db create-table --table-name notes --billing-mode PAY_PER_REQUEST \
  --attribute-definitions AttributeName=owner,AttributeType=S AttributeName=at,AttributeType=N \
  --key-schema AttributeName=owner,KeyType=HASH AttributeName=at,KeyType=RANGE \
  --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE \
  --query TableDescription.TableName
db wait table-exists --table-name notes
for at in 1 2 3; do
  db put-item --table-name notes \
    --item '{"owner": {"S": "åsa"}, "at": {"N": "'$at'"}, "bytes": {"B": "AP8="}}'
done
db update-item --table-name notes --key '{"owner": {"S": "åsa"}, "at": {"N": "2"}}' \
  --update-expression 'ADD seen :one' --expression-attribute-values '{":one": {"N": "1.50"}}' \
  --return-values UPDATED_NEW --query Attributes.seen.N
# The command line walks the pages itself.
db query --table-name notes --page-size 1 --key-condition-expression '#o = :o' \
  --expression-attribute-names '{"#o": "owner"}' --expression-attribute-values '{":o": {"S": "åsa"}}' \
  --query 'Items[].[at.N, bytes.B, seen.N]' | tr -d ' \n'
echo
db put-item --table-name notes --item '{"owner": {"S": "åsa"}, "at": {"N": "1"}}' \
  --condition-expression 'attribute_not_exists(bytes)' 2>&1 | tr -d '\n' || echo " (exit ${PIPESTATUS[0]})"
db scan --table-name nowhere 2>&1 | tr -d '\n' || echo " (exit ${PIPESTATUS[0]})"
streams list-streams --table-name notes --query 'Streams[].TableName'
db delete-table --table-name notes --query TableDescription.TableName
db wait table-not-exists --table-name notes
db list-tables --query TableNames
