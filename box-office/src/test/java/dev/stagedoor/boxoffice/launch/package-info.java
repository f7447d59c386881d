@NullMarked
package dev.stagedoor.boxoffice.launch;

import org.jspecify.annotations.NullMarked;
