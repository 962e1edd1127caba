/**
 * Files that systems keep: photos, attachments, exports. {@link dev.trestle.platform.blob.Blobs} is
 * the port, {@link dev.trestle.platform.blob.FolderBlobs} its implementation on one machine.
 */
@NullMarked
package dev.trestle.platform.blob;

import org.jspecify.annotations.NullMarked;
