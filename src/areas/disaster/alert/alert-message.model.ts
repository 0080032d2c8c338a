import type { Area } from "#kernel/geo/area.ts";
import { actionOf } from "./vtec.data.ts";

type MessageType = "alert" | "update" | "cancel" | "other";
/** One P-VTEC string: what it does to which event, and when that event ends; null: until further notice. */
export type Vtec = { action: string; event: string; endsAt: string | null };
/** Another message that one names; `issuer` is empty where it was not said. */
export type Reference = { identifier: string; issuer: string };
/** What was read of a message, whatever its form. Instants are ISO in UTC. */
export type AlertMessage = {
  /** Unique within its issuer (CAP 1.2, 3.2.1). */
  identifier: string;
  issuer: string;
  /** What people call the issuer. */
  sender: string;
  sentAt: string;
  type: MessageType;
  /** A test or an exercise: it triggers nothing. */
  test: boolean;
  references: Reference[];
  event: string;
  severity: string;
  urgency: string;
  certainty: string;
  headline: string;
  description: string;
  instruction: string;
  areaText: string;
  onsetAt: string | null;
  /** Null where it names no end. */
  endsAt: string | null;
  /** Counties and parts of counties (SAME). */
  codes: string[];
  /** Forecast zones and counties (UGC). */
  zones: string[];
  vtec: Vtec[];
  area: Area;
  /** A sentence for each outline that could not be read; older messages lack it. */
  unread?: string[];
};

/** Who a message is, by its issuer. */
export const identityOf = ({ issuer, identifier }: AlertMessage): string =>
  `${issuer} ${identifier}`;

const contents = new WeakMap<AlertMessage, string>();
const flat = (text: string) => text.replace(/\s+/g, " ").trim();
/**
 * What a message says, alike for each form in which it comes. Two of them under one identity are a
 * conflict.
 */
export const contentOf = (m: AlertMessage): string => {
  const known = contents.get(m);
  if (known !== undefined) return known;
  const said = JSON.stringify([
    m.sentAt,
    m.type,
    m.test,
    [m.event, m.severity, m.urgency, m.certainty],
    [m.headline, m.description, m.instruction].map(flat),
    [m.onsetAt, m.endsAt],
    [...m.codes].sort(),
    [...m.zones].sort(),
    m.vtec.map(({ action, event, endsAt }) => [action, event, endsAt].join(" ")).sort(),
    m.area,
  ]);
  contents.set(m, said);
  return said;
};

/** The VTEC strings of a message that say something of an event. */
export const eventsOf = (m: AlertMessage): Vtec[] =>
  m.vtec.filter(({ action }) => actionOf(action).does !== "nothing");

/** Where a message holds: its zones, else its counties, else wherever its event does. */
export const placesOf = (m: AlertMessage): readonly string[] =>
  m.zones.length ? m.zones : m.codes.length ? m.codes : ["*"];

/** What ties messages together: their own names, those that they refer to, their events. */
export const linksOf = (m: AlertMessage): string[] => [
  m.identifier,
  ...m.references.map(({ identifier }) => identifier),
  ...eventsOf(m).map(({ event }) => `vtec:${event}`),
];

/** One message of each content, oldest first; their order as they came does not matter. */
export const distinct = (messages: readonly AlertMessage[]): AlertMessage[] => {
  const kept = new Map<string, AlertMessage>();
  for (const message of messages) {
    const key = `${identityOf(message)} ${contentOf(message)}`;
    const other = kept.get(key);
    if (!other || (other !== message && JSON.stringify(message) < JSON.stringify(other)))
      kept.set(key, message);
  }
  return [...kept]
    .sort(([a, one], [b, other]) =>
      one.sentAt === other.sentAt ? (a < b ? -1 : 1) : one.sentAt < other.sentAt ? -1 : 1,
    )
    .map(([, message]) => message);
};
