import type { Instant } from "#kernel/time.ts";
/** What a draft would have done over a period. */
export type PastAnswer = {
  /** Events of the period that could have begun it: all of them. */
  events: number;
  /** How many of them were gone through, from the first on. */
  tried: number;
  /** When the last of those happened, where not all were gone through. */
  until: Instant | null;
  starts: number;
  /** Events whose record the ledger cannot tell as it stood. */
  untold: number;
  paths: readonly {
    nodes: readonly string[];
    labels: readonly string[];
    runs: number;
    percent: number;
  }[];
  asked: readonly { step: string; who: string; times: number }[];
  records: readonly {
    number: string | null;
    href: string | null;
    at: Instant;
    path: readonly string[];
    outcome: string | null;
  }[];
};
