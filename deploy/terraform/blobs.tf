# The bucket for photos and files (TRESTLE_BLOBS). Servers read, write and delete objects. They list
# the bucket, too: without this permission S3 would call a missing object forbidden.

variable "bucket" {
  description = "The name of the bucket for photos and files"
  type        = string
}

resource "aws_s3_bucket" "blobs" {
  bucket = var.bucket
}

resource "aws_s3_bucket_public_access_block" "blobs" {
  bucket                  = aws_s3_bucket.blobs.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

# A photo that was deleted or replaced can be brought back for 30 days.
resource "aws_s3_bucket_versioning" "blobs" {
  bucket = aws_s3_bucket.blobs.id
  versioning_configuration {
    status = "Enabled"
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "blobs" {
  bucket = aws_s3_bucket.blobs.id
  rule {
    id     = "old-versions"
    status = "Enabled"
    filter {}
    noncurrent_version_expiration {
      noncurrent_days = 30
    }
  }
}

resource "aws_iam_role_policy" "blobs" {
  name = "trestle-blobs"
  role = aws_iam_role.trestle.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"]
        Resource = "${aws_s3_bucket.blobs.arn}/*"
      },
      { Effect = "Allow", Action = "s3:ListBucket", Resource = aws_s3_bucket.blobs.arn }
    ]
  })
}
