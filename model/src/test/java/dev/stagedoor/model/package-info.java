@NullMarked
package dev.stagedoor.model;

import org.jspecify.annotations.NullMarked;
