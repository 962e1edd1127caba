/** Tests of cells and covers, against brute force. */
@NullMarked
package dev.trestle.ecobid.geo;

import org.jspecify.annotations.NullMarked;
