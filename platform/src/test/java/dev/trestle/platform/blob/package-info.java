/** Tests of blobs: one contract for every implementation. */
@NullMarked
package dev.trestle.platform.blob;

import org.jspecify.annotations.NullMarked;
