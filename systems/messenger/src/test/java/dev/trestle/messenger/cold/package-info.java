/** Tests of cold storage, on the real engine and with blobs in a folder. */
@NullMarked
package dev.trestle.messenger.cold;

import org.jspecify.annotations.NullMarked;
