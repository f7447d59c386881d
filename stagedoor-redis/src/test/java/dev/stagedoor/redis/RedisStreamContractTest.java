package dev.stagedoor.redis;

import dev.stagedoor.embedded.RedisOptions;
import org.junit.jupiter.api.Nested;

/** The contract on every way to reach a Redis, on the bundled 6.2 and on the machine's own. */
class RedisStreamContractTest {
  @Nested
  class On62 extends RedisStreamContract {
    On62() {
      super(RedisOptions.inMemory(), "main");
    }
  }

  @Nested
  class On62WithUserAndPassword extends RedisStreamContract {
    On62WithUserAndPassword() {
      super(RedisOptions.inMemory().user("stagedoor", "s3cret"), "box-office_2");
    }
  }

  @Nested
  class On62WithTls extends RedisStreamContract {
    On62WithTls() {
      super(RedisOptions.inMemory().withTls(), "main");
    }
  }

  @Nested
  class OnInstalled extends RedisStreamContract {
    OnInstalled() {
      super(RedisOptions.inMemory().withExecutable(installedServer()), "main");
    }
  }

  @Nested
  class OnInstalledWithTlsAndPassword extends RedisStreamContract {
    OnInstalledWithTlsAndPassword() {
      super(
          RedisOptions.inMemory().withExecutable(installedServer()).withTls().password("s3cret"),
          "eu");
    }
  }
}
