/** Tests of blobs in a bucket, on a real S3 server. */
@NullMarked
package dev.trestle.fleet.s3;

import org.jspecify.annotations.NullMarked;
