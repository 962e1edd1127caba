@NullMarked
package dev.trestle.accounts;

import org.jspecify.annotations.NullMarked;
