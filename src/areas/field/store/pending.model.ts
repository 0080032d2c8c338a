/** What is needed of a capture to see what it made of its record. */
export interface Recorded {
  number: number;
  state: string;
  kind: string;
  recordId: string | null;
  at: string;
  values: Record<string, unknown>;
}

const counts = new Set(["waiting", "received", "applied"]);

/**
 * The captures of a record that its packet does not show yet, the oldest first: those that wait, and
 * those that were recorded after the packet came. What was held, superseded or set aside does not count.
 */
export const notYetShown = (
  captures: readonly Recorded[],
  recordId: string,
  packetAt: number,
): Recorded[] =>
  captures
    .filter(
      ({ recordId: of, state, at }) =>
        of === recordId && counts.has(state) && (state !== "applied" || Date.parse(at) > packetAt),
    )
    .sort((a, b) => a.number - b.number);

const workOf: Readonly<Record<string, string>> = {
  start: "in_progress",
  hold: "on_hold",
  complete: "completed",
};

/** Where a work order stands behind what was recorded of it here. */
export const workStatusAfter = (status: string, captures: readonly Recorded[]): string =>
  captures.reduce((now, { values }) => workOf[String(values["action"])] ?? now, status);

const statusOf: Readonly<Record<string, string>> = {
  acknowledge: "acknowledged",
  start: "in_progress",
  close: "closed",
};

/** Where a service request stands behind what was recorded of it here. */
export const requestStatusAfter = (status: string, captures: readonly Recorded[]): string =>
  captures.reduce((now, { values }) => statusOf[String(values["action"])] ?? now, status);
