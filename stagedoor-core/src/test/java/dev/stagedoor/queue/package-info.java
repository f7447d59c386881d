@org.jspecify.annotations.NullMarked
package dev.stagedoor.queue;
