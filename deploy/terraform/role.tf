# The role of the servers. Write the policies beside this file first:
#   ./trestle export policy platform accounts messenger stak ecobid homeops -o deploy/terraform
# and the tables, into a folder of their own:
#   ./trestle export terraform platform accounts messenger stak ecobid homeops -o tables

locals {
  systems = ["platform", "accounts", "messenger", "stak", "ecobid", "homeops"]
}

resource "aws_iam_role" "trestle" {
  name = "trestle"
  assume_role_policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}

resource "aws_iam_policy" "tables" {
  for_each = toset(local.systems)
  name     = "trestle-${each.key}"
  policy   = jsonencode(jsondecode(file("${path.module}/${each.key}.policy.json")))
}

resource "aws_iam_role_policy_attachment" "tables" {
  for_each   = aws_iam_policy.tables
  role       = aws_iam_role.trestle.name
  policy_arn = each.value.arn
}

# The health check asks whether the endpoint answers.
resource "aws_iam_role_policy" "health" {
  name = "trestle-health"
  role = aws_iam_role.trestle.id
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "dynamodb:ListTables", Resource = "*" }]
  })
}

resource "aws_iam_instance_profile" "trestle" {
  name = "trestle"
  role = aws_iam_role.trestle.name
}
