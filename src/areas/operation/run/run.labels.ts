/** What a run of the checks looks at. */
export const runKinds = {
  machine: { label: "System test" },
  books: { label: "Comprehensive test" },
} as const;
export type RunKind = keyof typeof runKinds;

export const runTriggers = {
  person: { label: "By hand" },
  nightly: { label: "Nightly" },
} as const;

export const runStatuses = {
  running: { label: "Running", tone: "info" },
  done: { label: "Done", tone: "neutral" },
  stopped: { label: "Stopped", tone: "warning" },
} as const;

export const outcomes = {
  green: { label: "In order", tone: "success" },
  red: { label: "Found something", tone: "danger" },
  none: { label: "Not set", tone: "neutral" },
} as const;

/** What one check of a run found. */
export type ResultRow = {
  name: string;
  label: string;
  area: string;
  outcome: keyof typeof outcomes;
  said: string;
  todo: string | null;
  ms: number;
  found: number;
  findings: readonly { sentence: string; link: string | null }[];
};

/** Where a check stands otherwise than in the run before. */
export type Change = {
  name: string;
  label: string;
  change: "red" | "green" | "more" | "fewer" | "new" | "gone";
  before: number;
  now: number;
};

export const changeWords = {
  red: "was in order, and is not any more",
  green: "is in order again",
  more: "found more",
  fewer: "found fewer",
  new: "is checked for the first time",
  gone: "is not checked any more",
} as const;
