/**
 * Whether an event stands where a message says so, ends there, or nothing is said of it.
 */
type Does = "stands" | "ends" | "nothing";
export type Ended = "superseded" | "upgraded" | "cancelled" | "expired";
type Action = { label: string; does: Does; how?: Exclude<Ended, "superseded"> };

/**
 * What each action of P-VTEC does to its event in the zones and counties of its message.
 * National Weather Service Instruction 10-1703, April 6, 2021, 2.1.2 and table 1.
 */
const vtecActions: Readonly<Record<string, Action>> = {
  NEW: { label: "new", does: "stands" },
  CON: { label: "continued", does: "stands" },
  EXT: { label: "changed in time", does: "stands" },
  EXA: { label: "extended in area", does: "stands" },
  EXB: { label: "extended in area and changed in time", does: "stands" },
  // The event that it names ends: another one of the same message takes its place.
  UPG: { label: "upgraded", does: "ends", how: "upgraded" },
  CAN: { label: "cancelled", does: "ends", how: "cancelled" },
  // Said shortly before or after its end: until then it holds.
  EXP: { label: "expires", does: "ends", how: "expired" },
  // A place in a flood product without any event.
  ROU: { label: "routine", does: "nothing" },
  // Of words, never of time or area; a corrected end keeps its own action.
  COR: { label: "corrected", does: "stands" },
};

/** An action that the table does not know leaves its warning standing. */
export const actionOf = (action: string): Action =>
  vtecActions[action] ?? { label: action, does: "stands" };

type Usual = { pattern: RegExp; hours: number };
/**
 * How long a warning of its kind usually holds, in hours: how long one without any end is believed.
 * Orders of magnitude of our own since 2026-11-25, not a rule of the issuer; the first that fits counts.
 */
const usualLives: readonly Usual[] = [
  {
    pattern: /tornado warning|thunderstorm warning|extreme wind|snow squall|dust storm/i,
    hours: 1,
  },
  { pattern: /special marine|marine weather|special weather/i, hours: 2 },
  { pattern: /flash flood warning|tsunami|evacuat|shelter|hazmat|hazardous material/i, hours: 6 },
  { pattern: /tornado watch|thunderstorm watch|civil|law enforcement|911|telephone/i, hours: 12 },
  { pattern: /drought|lake wind|avalanche/i, hours: 48 },
  { pattern: /hurricane|tropical|typhoon|storm surge/i, hours: 72 },
  { pattern: /flood/i, hours: 168 },
];

/** Hours after which a warning of this event that names no end asks to be ended. */
export const usualHours = (event: string): number =>
  usualLives.find(({ pattern }) => pattern.test(event))?.hours ?? 24;
