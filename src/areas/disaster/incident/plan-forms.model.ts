import type { z } from "zod";
import type { planForms } from "./plan-forms.fields.ts";

/** How a radio channel is used: analog, digital or both. */
export const channelModes = { A: "Analog", D: "Digital", M: "Mixed" } as const;
export const supportLevels = { als: "ALS", bls: "BLS" } as const;

export type PlanForms = z.output<typeof planForms>;
export const noForms: PlanForms = {
  channels: [],
  contacts: [],
  stations: [],
  ambulances: [],
  hospitals: [],
  aviation: false,
};

/** How somebody is reached, as the list shows it; empty where nobody entered it. */
export type Reached = { position: string; name: string; methods: string };

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
type Holder = { position: string; person: string | null };

/**
 * What of the list is kept: who was typed, with or without a way to reach them. Whoever holds a position
 * and has none yet stands on the list by the position alone, and leaves it with the position.
 */
export const keptContacts = (contacts: readonly Reached[], holders: readonly Holder[]): Reached[] =>
  contacts.filter(
    (c) =>
      c.methods.trim() !== "" ||
      !holders.some((h) => h.person && same(h.position, c.position) && same(h.person, c.name)),
  );

/**
 * What of a list holds for the next period: who left a position since is dropped from it, who stands
 * beside the positions stays.
 */
export const carriedContacts = (
  contacts: readonly Reached[],
  holders: readonly Holder[],
): Reached[] =>
  contacts.filter((c) => {
    const held = holders.filter((h) => same(h.position, c.position));
    return held.length === 0 || held.some((h) => h.person && same(h.person, c.name));
  });

/**
 * The communications list: whoever holds a position, reached as it was entered or by nothing yet, and
 * whoever was entered beside them; by name, as the form orders it.
 */
export const contactsOf = (forms: PlanForms, holders: readonly Holder[]): Reached[] => {
  const held = holders.flatMap(({ position, person }): Reached[] =>
    person && !forms.contacts.some((c) => same(c.position, position) && same(c.name, person))
      ? [{ position, name: person, methods: "" }]
      : [],
  );
  return [...forms.contacts, ...held].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.position.localeCompare(b.position),
  );
};
