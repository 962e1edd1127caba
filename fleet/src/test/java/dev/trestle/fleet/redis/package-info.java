@NullMarked
package dev.trestle.fleet.redis;

import org.jspecify.annotations.NullMarked;
