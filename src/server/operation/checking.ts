import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "../area.ts";
import type { App } from "../app.ts";
import type { Db } from "../db/db.ts";

/** For whom something is tried: the application, and the actor in whose agency it happens. */
export type Asked = { app: App; actor: Actor };

/** What a probe found. `none`: nothing of the kind is set here, so there is nothing to try. */
export type ProbeAnswer = {
  outcome: "green" | "red" | "none";
  /** What was done, and what came of it. */
  said: string;
  /** What to do, where it is red. */
  todo?: string;
};

/** Something of the machine that can be tried without harm, again and again. */
export type Probe = {
  name: string;
  label: string;
  /** What is tried, before it is. */
  what: string;
  run: (asked: Asked) => Promise<ProbeAnswer>;
};

/** A record that breaks a rule: a sentence that names it, and where it opens. */
export type Finding = { sentence: string; link: string | null };

/**
 * What an invariant may use: readings of one agency, and `beat`, which tells how far it is and
 * throws when somebody cancelled.
 */
export type Checked = Asked & {
  db: Db;
  beat: (done: number, total: number) => Promise<void>;
};

/**
 * A rule that the books of an agency must keep at any moment. `check` gives every record that breaks it;
 * it compares within one statement, so that work under way never looks like a fault.
 */
export type Invariant = {
  name: string;
  label: string;
  /** Whose books: the area's name. */
  area: string;
  /** What must be so. */
  what: string;
  /** What to do where it is not. */
  todo: string;
  check: (checked: Checked) => Promise<readonly Finding[]>;
};

const probed = new Map<string, Probe>();
const kept = new Map<string, Invariant>();

const once = <T extends { name: string }>(registry: Map<string, T>, item: T): void => {
  if (registry.has(item.name)) throw new Error(`two checks named ${item.name}`);
  registry.set(item.name, item);
};

/** What areas let be tried of the machine; the operation area runs it. */
export const probes = extensionPoint<Probe>("probes", (probe) => once(probed, probe));

/** What areas say must always hold of their books; the operation area checks it. */
export const invariants = extensionPoint<Invariant>("invariants", (rule) => once(kept, rule));

export const allProbes = (): readonly Probe[] => [...probed.values()];
export const allInvariants = (): readonly Invariant[] => [...kept.values()];
