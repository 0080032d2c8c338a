/** How a number of the monitoring reads. */
export type Unit = "count" | "ms" | "seconds" | "MB" | "percent";
export type Metric = {
  label: string;
  unit: Unit;
  /** Of each instance, or of the installation as a whole. */
  of: "instance" | "whole";
};

/** The numbers that every minute is measured by. Areas add lines (`monitorLines`). */
export const metrics = {
  answers: { label: "Answers a minute", unit: "count", of: "instance" },
  errors: { label: "Errors a minute", unit: "count", of: "instance" },
  p50: { label: "Half of the answers within", unit: "ms", of: "instance" },
  p95: { label: "95 of 100 answers within", unit: "ms", of: "instance" },
  "p95.read": { label: "Reading: 95 of 100 within", unit: "ms", of: "instance" },
  "p95.write": { label: "Writing: 95 of 100 within", unit: "ms", of: "instance" },
  "p95.signIn": { label: "Sign-in: 95 of 100 within", unit: "ms", of: "instance" },
  "p95.pages": { label: "Pages and files: 95 of 100 within", unit: "ms", of: "instance" },
  memory: { label: "Memory", unit: "MB", of: "instance" },
  loop: { label: "Delay of the event loop", unit: "ms", of: "instance" },
  connections: { label: "Connections to the database", unit: "count", of: "instance" },
  connectionsWaiting: { label: "Waiting for a connection", unit: "count", of: "instance" },
  diskFree: { label: "Free room on the disk", unit: "percent", of: "instance" },
  clock: { label: "Clock off by", unit: "ms", of: "instance" },
  standbyLag: { label: "Standby behind by", unit: "ms", of: "instance" },
  standbyReads: { label: "Read from the standby a minute", unit: "count", of: "instance" },
  instances: { label: "Instances alive", unit: "count", of: "whole" },
  jobsWaiting: { label: "Long work that waits", unit: "count", of: "whole" },
  jobsOldest: { label: "Oldest work waits since", unit: "seconds", of: "whole" },
  lettersWaiting: { label: "Letters that wait", unit: "count", of: "whole" },
  lettersOldest: { label: "Oldest letter waits since", unit: "seconds", of: "whole" },
  unsealed: { label: "Audit entries not sealed yet", unit: "count", of: "whole" },
} as const satisfies Record<string, Metric>;

/** A number with its unit, in words. */
export const shownMetric = (value: number | null | undefined, unit: Unit): string => {
  if (value === null || value === undefined) return "—";
  const whole = (n: number) => Math.round(n).toLocaleString("en-US");
  if (unit === "ms") return `${whole(value)} ms`;
  if (unit === "MB") return `${whole(value)} MB`;
  if (unit === "percent") return `${whole(value)} %`;
  if (unit === "seconds") return value < 120 ? `${whole(value)} s` : `${whole(value / 60)} min`;
  return value < 10 && !Number.isInteger(value) ? value.toFixed(1) : whole(value);
};
