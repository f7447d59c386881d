package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.path.Job;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Scene;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What every interleaving of an exploration is played with.
 *
 * @param jumps how far the clock may jump, each a choice
 */
record Setting(
    Scene scene, Subject subject, Job.Prepared job, Limits limits, List<Duration> jumps) {

  static Setting of(Scene scene, Subject subject, Job.Prepared job, Limits limits) {
    return new Setting(scene, subject, job, limits, limits.jumps(keyLives(subject, job)));
  }

  private static List<Duration> keyLives(Subject subject, Job.Prepared job) {
    List<Duration> lives = new ArrayList<>(job.keyLives());
    for (Clients.Declared each : subject.clients()) {
      if (each.model().get() instanceof ModelProvider provider && provider.keepsKeys() != null) {
        lives.add(provider.keepsKeys());
      }
    }
    return lives;
  }
}
