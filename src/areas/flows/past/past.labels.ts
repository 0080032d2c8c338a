import type { Instant } from "#kernel/time.ts";
/** What a draft would have done over a period. */
export type PastAnswer = {
  /** Events of the period that could have begun it. */
  events: number;
  starts: number;
  /** Events whose record the ledger cannot tell as it stood. */
  untold: number;
  /** Whether there were more events than are looked at. */
  more: boolean;
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
