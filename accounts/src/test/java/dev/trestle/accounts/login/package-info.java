/** Tests of login codes and of the gateway that sends them. */
@NullMarked
package dev.trestle.accounts.login;

import org.jspecify.annotations.NullMarked;
