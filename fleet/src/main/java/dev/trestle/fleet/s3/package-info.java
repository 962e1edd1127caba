/**
 * Blobs in a bucket of S3, for servers on several machines. Start with {@link
 * dev.trestle.fleet.s3.S3Blobs}.
 */
@NullMarked
package dev.trestle.fleet.s3;

import org.jspecify.annotations.NullMarked;
