# The queue through which servers wake each other's workers (TRESTLE_SQS). A message names a job and
# is useless after a minute: by then a worker has found the job in the table.

resource "aws_sqs_queue" "wakeups" {
  name                      = "trestle-wakeups"
  message_retention_seconds = 60
  sqs_managed_sse_enabled   = true
}

resource "aws_iam_role_policy" "wakeups" {
  name = "trestle-wakeups"
  role = aws_iam_role.trestle.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow"
      Action = [
        "sqs:SendMessage",
        "sqs:ReceiveMessage",
        "sqs:DeleteMessage",
        "sqs:ChangeMessageVisibility",
        "sqs:GetQueueAttributes"
      ]
      Resource = aws_sqs_queue.wakeups.arn
    }]
  })
}

variable "alarm_topics" {
  description = "The ARNs of SNS topics that are told of alarms"
  type        = list(string)
  default     = []
}

# Servers take messages at once. One that is older than half a minute is one that nobody takes:
# workers still find the jobs by polling, later.
resource "aws_cloudwatch_metric_alarm" "wakeups_age" {
  alarm_name          = "trestle-wakeups-age"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateAgeOfOldestMessage"
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = 5
  threshold           = 30
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topics
  dimensions = {
    QueueName = aws_sqs_queue.wakeups.name
  }
}

output "wakeups" {
  description = "The value of TRESTLE_SQS"
  value       = aws_sqs_queue.wakeups.url
}
