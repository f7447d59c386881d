/** Tests of what children share. */
@NullMarked
package dev.stagedoor.testkit.kill;

import org.jspecify.annotations.NullMarked;
