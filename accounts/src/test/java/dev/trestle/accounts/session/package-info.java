@NullMarked
package dev.trestle.accounts.session;

import org.jspecify.annotations.NullMarked;
