/** Tests of files. */
@NullMarked
package dev.trestle.messenger.file;

import org.jspecify.annotations.NullMarked;
