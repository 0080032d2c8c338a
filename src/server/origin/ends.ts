// A parent's end reaches its children: whoever ends a record is told which living records with money or
// people on them came of it, and says what becomes of each.
import type { Actor, EndingChoice } from "#kernel/access.ts";
import type { EndsChildren } from "#kernel/lifecycle.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "../area.ts";
import type { Db, Tx } from "../db/db.ts";
import { reachChildren } from "../lifecycle.ts";
import { nounNamed, readsNoun } from "../noun.ts";
import { below, linksOf, type ChainLink, type Found } from "./chain.ts";

/** A record that still lives: cents that hang on it, who keeps it, which ends suit it now. */
export type LivingChild = {
  id: string;
  cents: number | null;
  /** What of it lives, in words: "$1,900.00 has not come". */
  says: string;
  /** Names of outcomes that suit it, the usual one first. */
  outcomes: readonly string[];
};

type Carry = (tx: Tx, actor: Actor, id: string, reason: string) => Promise<unknown>;

/** What the owner of a noun says of its records when that is ended which they came of. */
export type ChildEnds = {
  noun: string;
  /** Those of these records that live, with money or people on them. */
  living: (db: Db, ids: readonly string[]) => Promise<readonly LivingChild[]>;
  /** By name: what a button says, and what is done, by the system in the name of who ends the parent. */
  outcomes: Readonly<Record<string, { label: string; carry: Carry }>>;
  /** Tells whoever keeps the record that what it came of has ended. */
  tell: Carry;
};

const kinds = new Map<string, ChildEnds>();

/** An area says what can become of its records when what they came of is ended. */
export const childEnds = extensionPoint<ChildEnds>("ends of what a record came of", (ends) => {
  kinds.set(ends.noun, ends);
});

/**
 * Records that end with one although they were not made from it: what charges a project. `steps` as in a
 * chain: what came of another one of these lies farther.
 */
export type HangingRecords = {
  noun: string;
  of: (db: Db, id: string) => Promise<readonly Found[]>;
};
const hanging = new Map<string, HangingRecords["of"]>();

/** An area says which records hang on its own beside those that were made from them. */
export const hangingRecords = extensionPoint<HangingRecords>(
  "records that hang on one",
  (point) => {
    hanging.set(point.noun, point.of);
  },
);

const reached = async (db: Db, { type, id }: { type: string; id: string }): Promise<Found[]> => {
  const [came, hung] = await Promise.all([below(db, type, id), hanging.get(type)?.(db, id) ?? []]);
  const more = hung.filter((one) => !came.some((c) => c.type === one.type && c.id === one.id));
  return [...came, ...more];
};

/** What is always possible. */
const KEEP = "keep";
const TELL = "tell";

export type EndingChild = {
  type: string;
  id: string;
  what: string;
  /** Null for whoever may not read it. */
  number: string | null;
  href: string | null;
  cents: number | null;
  says: string;
  outcomes: { name: string; label: string; needsReason: boolean }[];
};

type Living = LivingChild & { kind: ChildEnds; steps: number };

const livingOf = async (db: Db, found: readonly Found[]): Promise<Living[]> => {
  const all = await Promise.all(
    [...kinds.values()].map(async (kind) => {
      const of = found.filter((one) => one.type === kind.noun);
      const living = of.length
        ? await kind.living(
            db,
            of.map((one) => one.id),
          )
        : [];
      return living.map((child) => ({
        ...child,
        kind,
        steps: of.find((one) => one.id === child.id)!.steps,
      }));
    }),
  );
  // The farthest first: an order ends before the requisition that it came of.
  return all.flat().toSorted((a, b) => b.steps - a.steps);
};

const namesOf = (child: Living, how: EndsChildren): string[] =>
  how === "takes" ? [...child.outcomes, TELL, KEEP] : [TELL, ...child.outcomes, KEEP];

const labelOf = (child: Living, name: string): string =>
  name === TELL
    ? "It goes on; who keeps it is told"
    : name === KEEP
      ? "It goes on, for a reason"
      : child.kind.outcomes[name]!.label;

/**
 * The living records that came of one, with what can become of each, the usual first. Of those that
 * the person may not read, what they are and what hangs on them, without number and address.
 */
export const endingOf = async (
  db: Db,
  actor: Actor,
  record: { type: string; id: string },
  how: EndsChildren,
): Promise<EndingChild[]> => {
  const found = await reached(db, record);
  const living = await livingOf(db, found);
  const links = await linksOf(
    db,
    actor,
    found.filter((one) => living.some((child) => child.id === one.id)),
  );
  return living.map((child) => {
    const noun = nounNamed(child.kind.noun)!;
    const link: ChainLink | undefined = readsNoun(actor, noun)
      ? links.find((one) => one.id === child.id)
      : undefined;
    return {
      type: noun.name,
      id: child.id,
      what: noun.cycle.noun,
      number: link?.number ?? null,
      href: link?.href ?? null,
      cents: child.cents,
      says: child.says,
      outcomes: namesOf(child, how).map((name) => ({
        name,
        label: labelOf(child, name),
        needsReason: name === KEEP,
      })),
    };
  });
};

const chosenFor = (
  child: Living,
  how: EndsChildren,
  ending: readonly EndingChoice[] | undefined,
): { name: string; reason: string } => {
  const names = namesOf(child, how);
  if (!ending) return { name: names[0]!, reason: "" };
  const said = ending.find((choice) => choice.id === child.id);
  if (!said)
    throw conflict(
      "children_changed",
      "Something more came of it meanwhile. Look at what lives of it, and say what becomes of each.",
    );
  const path = `ending.${child.id}`;
  if (!names.includes(said.outcome))
    throw invalidField(path, "This cannot become of it now. Choose again.", "no_such_outcome");
  if (said.outcome === KEEP && !said.reason?.trim())
    throw invalidField(path, "Say why it goes on.", "reason_required");
  return { name: said.outcome, reason: said.reason?.trim() ?? "" };
};

/**
 * Ends, keeps or tells the living records that came of one, as whoever ends it chose, or as is usual
 * where they were not asked; in the same transaction, the farthest first. Gives words for the history.
 * 409 `children_changed` where one came besides those that they saw, 422 for what cannot become of one.
 */
const endChildren = async (
  tx: Tx,
  actor: Actor,
  record: { type: string; id: string; number: string },
  how: EndsChildren,
  reason: string,
): Promise<string | null> => {
  const living = await livingOf(tx, await reached(tx, record));
  const told: string[] = [];
  for (const child of living) {
    const { name, reason: why } = chosenFor(child, how, actor.ending);
    const words = [`${record.number} ended`, why || reason].filter(Boolean).join(": ");
    const system: Actor = { ...actor, kind: "system" };
    if (name === TELL) await child.kind.tell(tx, actor, child.id, words);
    else if (name !== KEEP)
      await child.kind.outcomes[name]!.carry(tx, system, child.id, words.slice(0, 1000));
    const what = nounNamed(child.kind.noun)!.cycle.noun;
    told.push(`${what}: ${labelOf(child, name)}${name === KEEP ? ` (${why})` : ""}`);
  }
  return told.length ? told.join("; ") : null;
};

reachChildren(endChildren);
