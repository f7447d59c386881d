package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendsTest {
  private final Sends sends = new Sends();

  @Test
  void aSendThatBeginsWhileAnotherIsUnderWayOverlaps() {
    sends.began("m", "a", 10);
    sends.began("m", "b", 20);
    sends.ended("m", "a", 30);
    sends.ended("m", "b", 40);

    assertThat(sends.overlaps("m")).isEqualTo(1);
    assertThat(sends.overlaps("other")).isZero();
  }

  @Test
  void aSendAfterOneThatWasGivenUpDoesNot() {
    sends.began("m", "a", 10);
    sends.ended("m", "a", 19);
    sends.began("m", "a", 20);

    assertThat(sends.overlaps("m")).isZero();
  }

  @Test
  void neitherDoesOneAfterItsSenderWasKilled() {
    sends.began("m", "a", 10);
    sends.killed("a"::equals, 15);
    sends.began("m", "b", 20);

    assertThat(sends.overlaps("m")).isZero();
  }

  @Test
  void theOrderInWhichTheyAreHeardDoesNotMatter() {
    sends.began("m", "b", 20);
    sends.began("m", "a", 10);
    sends.ended("m", "a", 19);

    assertThat(sends.overlaps("m")).isZero();
  }
}
