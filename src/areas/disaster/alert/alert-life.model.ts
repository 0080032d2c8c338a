import type { Area } from "#kernel/geo/area.ts";
import type { AlertStatus } from "./alert.labels.ts";

type MessageType = "alert" | "update" | "cancel" | "other";
/** One P-VTEC string: what it does to which event. */
export type Vtec = { action: string; event: string };
/** What was read of a message, whatever its form. Instants are ISO in UTC. */
export type AlertMessage = {
  identifier: string;
  sender: string;
  sentAt: string;
  type: MessageType;
  /** A test or an exercise: it triggers nothing. */
  test: boolean;
  references: string[];
  event: string;
  severity: string;
  urgency: string;
  certainty: string;
  headline: string;
  description: string;
  instruction: string;
  areaText: string;
  onsetAt: string | null;
  endsAt: string | null;
  codes: string[];
  vtec: Vtec[];
  area: Area;
  /** A sentence for each outline that could not be read; older messages lack it. */
  unread?: string[];
};

export type Life = {
  identifier: string;
  status: AlertStatus;
  liveCodes: string[];
  eventKey: string;
  before: string | null;
};

const ends: Readonly<Record<string, "cancelled" | "expired">> = {
  CAN: "cancelled",
  EXP: "expired",
};
type Ended = "superseded" | "cancelled" | "expired";

const later = (a: AlertMessage, b: AlertMessage): boolean =>
  a.sentAt === b.sentAt ? a.identifier > b.identifier : a.sentAt > b.sentAt;

// What a later message does to an earlier one: for which codes it ends, and how. Messages of NWS
// say it by event and area code; others end all that they refer to.
const effectOn = (
  earlier: AlertMessage,
  message: AlertMessage,
): { codes: readonly string[] | "all"; how: Ended } | null => {
  if (!later(message, earlier)) return null;
  // Numbers of events begin anew each year.
  const close = Date.parse(message.sentAt) - Date.parse(earlier.sentAt) < 200 * 86_400_000;
  const shared =
    close && message.vtec.find((each) => earlier.vtec.some((one) => one.event === each.event));
  if (shared) {
    const how = ends[shared.action] ?? "superseded";
    return { codes: message.codes.length ? message.codes : "all", how };
  }
  if (!message.references.includes(earlier.identifier)) return null;
  if (message.type === "cancel") return { codes: "all", how: "cancelled" };
  return message.type === "update" ? { codes: "all", how: "superseded" } : null;
};

const hasLife = (message: AlertMessage): boolean =>
  (message.type === "alert" || message.type === "update") &&
  !(message.vtec.length > 0 && message.vtec.every(({ action }) => action in ends));

/** One message of each identifier: of two contents under one the one that sorts first, always. */
export const distinct = (messages: readonly AlertMessage[]): AlertMessage[] => {
  const kept = new Map<string, AlertMessage>();
  for (const message of messages) {
    const other = kept.get(message.identifier);
    if (!other || JSON.stringify(message) < JSON.stringify(other))
      kept.set(message.identifier, message);
  }
  return [...kept.values()].sort((a, b) => (later(a, b) ? 1 : -1));
};

const keyOf = (message: AlertMessage, all: readonly AlertMessage[]): string => {
  if (message.vtec[0]) return message.vtec[0].event;
  const earliest = all.find((each) => message.references.includes(each.identifier));
  if (earliest && earliest !== message) return keyOf(earliest, all);
  // What it refers to has not come yet.
  return [...message.references].sort()[0] ?? message.identifier;
};

/**
 * What became of each message of a chain at a moment. It looks at all of them at once, so their
 * order and their repetition do not matter; that one is missing from a feed ends nothing.
 */
export const livesOf = (messages: readonly AlertMessage[], now: string): Life[] => {
  const all = distinct(messages);
  return all.filter(hasLife).map((message) => {
    let live = [...message.codes];
    let whole = true;
    let how: Ended | null = null;
    for (const other of all) {
      const effect = effectOn(message, other);
      if (!effect || !whole) continue;
      const left = effect.codes === "all" ? [] : live.filter((c) => !effect.codes.includes(c));
      if (effect.codes !== "all" && left.length === live.length) continue;
      live = left;
      how = effect.how;
      whole = live.length > 0;
    }
    const over = message.endsAt !== null && message.endsAt <= now;
    const status: AlertStatus = !whole ? how! : over ? "expired" : "active";
    const before = all.filter((o) => effectOn(o, message)?.how === "superseded").at(-1);
    return {
      identifier: message.identifier,
      status,
      liveCodes: status === "active" ? live : [],
      eventKey: keyOf(message, all),
      before: before?.identifier ?? null,
    };
  });
};
