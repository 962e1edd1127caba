/**
 * Photos that people upload: validated, rotated upright and re-encoded without metadata. Start with
 * {@link dev.trestle.platform.photo.PhotoRenderer}.
 */
@NullMarked
package dev.trestle.platform.photo;

import org.jspecify.annotations.NullMarked;
