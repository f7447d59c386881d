package dev.stagedoor;

import java.util.List;

/** What is wrong with a configuration: every fault with its mend, in one message. */
@SuppressWarnings("serial")
public class ConfigurationFault extends IllegalArgumentException {
  public ConfigurationFault(List<String> faults) {
    super(String.join("; ", faults));
  }
}
