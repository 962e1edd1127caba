/** Tests of the API over HTTP. */
@NullMarked
package dev.trestle.homeops.web;

import org.jspecify.annotations.NullMarked;
