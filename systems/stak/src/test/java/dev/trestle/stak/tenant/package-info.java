/** Tests of what tenants set. */
@NullMarked
package dev.trestle.stak.tenant;

import org.jspecify.annotations.NullMarked;
