/**
 * In which state an agency is. `founded`: nobody administers it yet. `deleted`: its rows are being
 * taken away; when that is done there is no agency.
 */
export const agencyStates = [
  "founded",
  "active",
  "read_only",
  "suspended",
  "closing",
  "deleted",
] as const;
export type AgencyState = (typeof agencyStates)[number];

/**
 * What stays open although it changes something: `read_only` also while the agency is read-only or
 * closing, `suspended` even then, for its administrators.
 */
export type OpensIn = "read_only" | "suspended";

type Door = { method: string; opensIn?: OpensIn; ownAccount?: boolean };

/**
 * Whether the state of an agency closes a door to somebody of it. Reading stays while it is read-only
 * or closing; what is about the person alone stays always.
 */
export const stateCloses = (state: AgencyState, door: Door, role: string): boolean => {
  if (door.ownAccount) return false;
  switch (state) {
    case "founded":
    case "active":
      return false;
    case "read_only":
    case "closing":
      return door.method !== "GET" && door.opensIn === undefined;
    case "suspended":
      return door.opensIn !== "suspended" || role !== "admin";
    case "deleted":
      return true;
  }
};

/**
 * Whether the state of an agency closes a door to somebody who is not of it and brings something: a
 * citizen, a vendor, a holder of a link. What stays open while it is suspended stays open always.
 */
export const stateClosesVisits = (
  state: AgencyState,
  { opensIn, ownAccount }: Pick<Door, "opensIn" | "ownAccount">,
): boolean => {
  if (ownAccount || state === "founded" || state === "active") return false;
  const partly = state === "read_only" || state === "closing";
  return partly ? opensIn === undefined : opensIn !== "suspended";
};

/** States in which what goes by the clock and begins something new goes on. */
export const goingStates: readonly AgencyState[] = ["founded", "active"];

/** Names of the states, as they stand within a sentence. */
export const stateNames: Readonly<Record<AgencyState, string>> = {
  founded: "founded",
  active: "active",
  read_only: "read-only",
  suspended: "suspended",
  closing: "closing",
  deleted: "being deleted",
};

/** What a state closes and leaves open, as people are told. */
export const stateSentences: Readonly<Record<AgencyState, string>> = {
  founded: "Founded, and nobody administers it yet: everything opens with its first administrator.",
  active: "Everything is open.",
  read_only:
    "Reading, exports, paying what was approved, bids to what is published with their opening, and emergency orders under a declaration go on. Nothing else can be changed; schedules and connectors rest, deadlines run.",
  suspended:
    "Its administrators sign in and take an export. Nobody else comes in; schedules and connectors rest, deadlines run.",
  closing:
    "It is being ended. Reading, exports and paying what was approved go on; an administrator can take the ending back until its day.",
  deleted: "Its records are being deleted.",
};
