/** Tests of photos: what is made of them and what is refused. */
@NullMarked
package dev.trestle.platform.photo;

import org.jspecify.annotations.NullMarked;
