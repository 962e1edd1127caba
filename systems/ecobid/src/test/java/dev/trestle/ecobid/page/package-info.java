/** EcoBid's page in a browser. */
@NullMarked
package dev.trestle.ecobid.page;

import org.jspecify.annotations.NullMarked;
