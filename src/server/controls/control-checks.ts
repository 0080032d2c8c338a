import type { Day } from "#kernel/time.ts";
import type { Duty } from "#roles.ts";
import type { OwnField } from "#kernel/own-check.ts";
import { extensionPoint } from "../area.ts";
import type { LedgerEntry } from "../audit/ledger.ts";
import type { Db } from "../db/db.ts";
import type {
  ControlFamily,
  ControlKind,
  ControlSeverity,
  GateAct,
  JudgedBy,
  PurchaseStage,
  Shown,
  Verdict,
} from "#kernel/control.ts";

/**
 * What records hold of a subject that a check judges. `part`: 0, or the revision of an order, each of
 * which is judged apart. `day`: the day whose law holds. `facts`: everything that the answer follows
 * from, values of the law included, so that the same facts give the same answer for ever. `binding`:
 * the act was done (an order went out); before, nobody is asked to answer for what is still to come.
 */
export type Judged = {
  subjectId: string;
  part: number;
  binding: boolean;
  day: Day;
  rules: readonly JudgedBy[];
  facts: Readonly<Record<string, unknown>>;
  shown: readonly Shown[];
};

/** A check that comes with the product; agencies decide how much it weighs and whether it stops. */
export type ControlCheck = {
  /** "order.quotes" */
  name: string;
  label: string;
  family: ControlFamily;
  kind: ControlKind;
  /** The subject's noun. */
  subject: string;
  /** What it demands, in a sentence. */
  demands: string;
  /** Which day's law judges, in words. */
  dayNamed: string;
  /** Keys of the rules of law that it stands on: their citations follow. */
  ruleKeys: readonly string[];
  severity: ControlSeverity;
  /** Who answers for a failure, and within how many days of work. */
  owner: Duty;
  days: number;
  /** It is about what the record's own people did: the duty answers, not who owns the record. */
  aboutPeople?: true;
  /** What satisfies it, as a sentence to whoever owns the record. */
  remedy: string;
  /** The tab of the record's page where that is done. */
  tab?: string;
  /** The stage of a purchase that it looks at, where it is not the one of its subject. */
  stage?: PurchaseStage;
  /** The page where that is done, where it is not the record's. */
  satisfiedAt?: (subjectId: string) => string;
  /** What it stops where an agency lets it *block*; nothing said: it has no gate. */
  stops?: GateAct;
  /** Entries of the ledger, beside those of its subject, behind which its answer may be another one. */
  heard?: ControlSubject["heard"];
  /** One query for a batch of ids; it advises nothing anew. */
  read: (db: Db, ids: readonly string[]) => Promise<Judged[]>;
  /** Pure: only of the facts. Whatever it throws is no pass. */
  judge: (facts: never) => Verdict;
};

/** What of a record the failures of its controls show. */
export type ControlHead = {
  id: string;
  number: string;
  title: string;
  departmentId: string | null;
  amount: number;
  /** Who answers for it: a buyer, a requester. */
  ownerId: string | null;
  /** Who else had a hand in it and sees what failed of it. */
  people: readonly string[];
  /** A federal award pays for it: a waiver of a federal rule needs its permission. */
  federal: boolean;
};

/** A record as the agency's own checks read it. `aside`: why it is not judged yet, or never. */
type OwnRecord = {
  id: string;
  binding: boolean;
  aside: string | null;
  day: Day;
  values: Readonly<Record<string, unknown>>;
};

/** What an agency's own checks of a kind of records may read, and the act that they may stop. */
export type OwnSubject = {
  fields: readonly OwnField[];
  stops: GateAct;
  dayNamed: string;
  read: (db: Db, ids: readonly string[]) => Promise<OwnRecord[]>;
};

/** A kind of records that controls judge. */
export type ControlSubject = {
  noun: string;
  label: string;
  stage: PurchaseStage;
  page: (id: string) => string;
  /** Entries of the ledger behind which records are judged, with the ids of those records. */
  heard: Readonly<Record<string, (db: Db, entry: LedgerEntry) => Promise<readonly string[]>>>;
  heads: (db: Db, ids: readonly string[]) => Promise<ControlHead[]>;
  /** Everybody who asked for a record, entered or approved it: none of them decides its waiver. */
  hands: (db: Db, id: string) => Promise<readonly string[]>;
  /** What checks that an agency writes itself may read of it; without it there are none. */
  own?: OwnSubject;
  /** Ids behind `after`, in their order, at most `limit`. */
  all: (db: Db, after: string | null, limit: number) => Promise<string[]>;
};

const checks = new Map<string, ControlCheck>();
const subjects = new Map<string, ControlSubject>();

const once = <T>(registry: Map<string, T>, name: string, item: T): void => {
  if (registry.has(name)) throw new Error(`two controls named ${name}`);
  registry.set(name, item);
};

/** Checks that areas ship for the records of a purchase. */
export const controlChecks = extensionPoint<ControlCheck>("checks of controls", (check) =>
  once(checks, check.name, check),
);

/** Which records controls judge, and what happens to them that is judged. */
export const controlSubjects = extensionPoint<ControlSubject>("subjects of controls", (subject) =>
  once(subjects, subject.noun, subject),
);

/** What is heard of a subject: its own entries, and those that its checks name. */
export const heardOf = (subject: ControlSubject): readonly ControlSubject["heard"][] => [
  subject.heard,
  ...[...checks.values()].flatMap((check) =>
    check.subject === subject.noun && check.heard ? [check.heard] : [],
  ),
];

export const allControlChecks = (): readonly ControlCheck[] => [...checks.values()];
export const allControlSubjects = (): readonly ControlSubject[] => [...subjects.values()];
export const controlCheck = (name: string): ControlCheck | null => checks.get(name) ?? null;
export const controlSubject = (noun: string): ControlSubject | null => subjects.get(noun) ?? null;

/** The answer of a check for some facts; `unknown` with its cause where it throws. */
export const judgeFacts = (check: ControlCheck, facts: Judged["facts"]): Verdict => {
  try {
    return check.judge(facts as never);
  } catch (error) {
    return {
      answer: "unknown",
      said: `This could not be judged: ${error instanceof Error ? error.message : "the check failed"}.`,
    };
  }
};
