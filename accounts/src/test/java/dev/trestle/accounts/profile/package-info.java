@NullMarked
package dev.trestle.accounts.profile;

import org.jspecify.annotations.NullMarked;
