package dev.stagedoor.model;

/** What happens outside the outbox: an effect with its claim, the provider, and a user's table. */
final class Effects {
  static final int MOST_CHANGES = 3;
  private static final int NOBODY = -1;

  /** How much of the key's life is over, counted from the first try. */
  enum Key {
    NOT_TRIED,
    REMEMBERED,
    /** Less than the send time-out is left. */
    ENDING,
    FORGOTTEN
  }

  private static final Key[] KEYS = Key.values();

  /** The claim in the effect's row. */
  int owner = NOBODY;

  boolean fresh;
  boolean done;
  Key key = Key.NOT_TRIED;

  /** What really happened at the provider. */
  int accepted;

  boolean providerForgot;

  /** The newest change in the user's table, and the one that was copied. */
  int newest = 1;

  int copied;

  /** Workers that died, were stopped, interrupted or timed out. */
  int deaths;

  boolean isHeld() {
    return owner != NOBODY && fresh;
  }

  void claimedBy(int worker) {
    owner = worker;
    fresh = true;
    if (key == Key.NOT_TRIED) {
      key = Key.REMEMBERED;
    }
  }

  void release() {
    owner = NOBODY;
    fresh = false;
  }

  /** The provider gets the request: it knows the key, or accepts. */
  void arrive() {
    if (accepted == 0 || providerForgot) {
      accepted++;
    }
  }

  void death() {
    deaths = Math.min(2, deaths + 1);
  }

  Effects copy() {
    Effects copy = new Effects();
    copy.owner = owner;
    copy.fresh = fresh;
    copy.done = done;
    copy.key = key;
    copy.accepted = accepted;
    copy.providerForgot = providerForgot;
    copy.newest = newest;
    copy.copied = copied;
    copy.deaths = deaths;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    owner = bits.between(NOBODY, owner, scenario.workers() - 1);
    fresh = bits.flag(fresh);
    done = bits.flag(done);
    key = bits.one(key, KEYS);
    accepted = bits.between(0, accepted, 2);
    providerForgot = bits.flag(providerForgot);
    newest = bits.between(0, newest, MOST_CHANGES);
    copied = bits.between(0, copied, MOST_CHANGES);
    deaths = bits.between(0, deaths, 2);
  }

  String show() {
    return "effect "
        + (done ? "done" : isHeld() ? "claimed by " + Wording.worker(owner) : "free")
        + ", accepted "
        + accepted
        + " times";
  }
}
