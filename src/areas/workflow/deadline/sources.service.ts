import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { Duty, PermissionName } from "#roles.ts";
import type { deadline } from "../workflow.tables.ts";
import type { DeadlineSpec } from "./deadline.model.ts";

/** A record with the days that follow from it now; `link` is its page. */
export type DeadlineRecordOf = {
  id: string;
  number: string;
  link: string;
  deadlines: readonly DeadlineSpec[];
};

export type DeadlineOwner = typeof deadline.$inferSelect;

/** How the days of one kind of record follow; brought by the area that has the record. */
export type DeadlineSource = {
  /** The noun's name: `contract`. */
  type: string;
  label: string;
  /** Who may read the record, and so its deadlines. */
  permission: PermissionName;
  /** Who looks after those that nobody owns. */
  duty?: Duty;
  /** Every record of the agency that has open days, worked out anew from records and rules. */
  all: (db: Db) => Promise<readonly DeadlineRecordOf[]>;
  /** What the area does when a day passed and nobody did it. */
  lapsed?: (tx: Tx, actor: Actor, row: DeadlineOwner) => Promise<void>;
};

const sources = new Map<string, DeadlineSource>();

/** An area tells how deadlines follow from its records; once for each kind. */
export const deadlineSources = extensionPoint<DeadlineSource>("deadlines of records", (source) => {
  sources.set(source.type, source);
});

/** What areas brought, by the noun's name. */
export const knownSources = (): ReadonlyMap<string, DeadlineSource> => sources;
