/**
 * Photos of items: rendered by {@code platform.photo} and stored as blobs. Start with {@link
 * dev.trestle.ecobid.photo.PhotoUploads}.
 */
@NullMarked
package dev.trestle.ecobid.photo;

import org.jspecify.annotations.NullMarked;
