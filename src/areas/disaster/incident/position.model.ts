import { names } from "#kernel/labels.ts";
import type { Section } from "./incident.labels.ts";

/** Parts that an incident adds below the fixed positions as it grows (NIMS 2017). */
export const addedKinds = {
  branch: "Branch",
  division: "Division",
  group: "Group",
  taskForce: "Task force",
  unit: "Unit",
} as const;
type AddedKind = keyof typeof addedKinds;
export type PositionKind = AddedKind | "position";

/** Where a position stands: its code is known of the fixed ones. */
export type Place = {
  id: string;
  parentId: string | null;
  code: string;
  title: string;
  section: Section;
  kind: PositionKind;
  personId: string | null;
};

/** One person supervises at most so many (NIMS: three to seven, five the best). */
export const mostSpan = 7;

type Below = { under: readonly PositionKind[]; chiefs: readonly string[]; rule: string };
const below: Readonly<Record<AddedKind, Below>> = {
  branch: {
    under: [],
    chiefs: ["OSC", "LSC"],
    rule: "A branch reports to the chief of operations or logistics.",
  },
  division: {
    under: ["branch"],
    chiefs: ["OSC"],
    rule: "A division reports to the operations section chief or one of the branches there.",
  },
  group: {
    under: ["branch"],
    chiefs: ["OSC"],
    rule: "A group reports to the operations section chief or one of the branches there.",
  },
  taskForce: {
    under: ["branch", "division", "group"],
    chiefs: ["OSC"],
    rule: "A task force reports to the operations section chief, a branch, a division or a group there.",
  },
  unit: {
    under: ["branch"],
    chiefs: ["PSC", "LSC", "FSC"],
    rule: "A unit reports to the chief of planning, logistics or finance, or to a branch of logistics.",
  },
};

/**
 * Positions as a tree, each below the one that it reports to and with its depth, however late it was
 * added; siblings keep their order.
 */
export const asTree = <T extends { id: string; parentId: string | null }>(
  positions: readonly T[],
): { position: T; depth: number }[] => {
  const below = (parentId: string | null, depth: number): { position: T; depth: number }[] =>
    positions
      .filter((p) => p.parentId === parentId)
      .flatMap((position) => [{ position, depth }, ...below(position.id, depth + 1)]);
  return below(null, 0);
};

/** Why a part of this kind does not report to a position, or null. */
export const notBelow = (kind: AddedKind, parent: Place): string | null => {
  const { under, chiefs, rule } = below[kind];
  if (parent.kind === "position") return chiefs.includes(parent.code) ? null : rule;
  const inSection = kind === "unit" ? "logistics" : "operations";
  return under.includes(parent.kind) && parent.section === inSection ? null : rule;
};

/** The kinds of part that may report to a position, in their order. */
export const kindsBelow = (parent: Place): AddedKind[] =>
  names(addedKinds).filter((kind) => notBelow(kind, parent) === null);

/**
 * Who supervises a position: whoever holds the nearest held position above it, another person. Null at
 * the top, or where nobody above is named yet.
 */
export const supervisorOf = (
  places: readonly Place[],
  position: Place,
  personId: string,
): string | null => {
  const by = new Map(places.map((p) => [p.id, p]));
  for (let at = by.get(position.parentId ?? ""); at; at = by.get(at.parentId ?? ""))
    if (at.personId && at.personId !== personId) return at.personId;
  return null;
};

/**
 * A position that somebody holds already under another supervisor than this one would have, or than
 * their other positions have, or null. Who takes over from the own supervisor reports to nobody new.
 */
export const heldUnderAnother = (
  places: readonly Place[],
  position: Place,
  personId: string,
): Place | null => {
  const then = places.map((p) => (p.id === position.id ? { ...p, personId } : p));
  const supervised = then.flatMap((p) => {
    const by = p.personId === personId ? supervisorOf(then, p, personId) : null;
    return by === null ? [] : [{ place: p, by }];
  });
  const own = supervised.find((each) => each.place.id === position.id) ?? supervised[0];
  return supervised.find((each) => each.by !== own!.by)?.place ?? null;
};
