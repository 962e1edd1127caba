/** Tests of searches, against brute force. */
@NullMarked
package dev.trestle.ecobid.search;

import org.jspecify.annotations.NullMarked;
