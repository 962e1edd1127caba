/** Tests of the web kit, over HTTP; {@link dev.trestle.platform.web.Served} starts a site. */
@NullMarked
package dev.trestle.platform.web;

import org.jspecify.annotations.NullMarked;
