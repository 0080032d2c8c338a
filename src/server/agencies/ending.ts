import type { Instant } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { App } from "../app.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Something that has to end before an agency can: a sentence, and the page that shows it. */
export type ClosingMatter = { sentence: string; href: string };
/** What of an area refuses an agency's end, asked in the agency's scope. */
type ClosingMatters = { label: string; of: (db: Db) => Promise<ClosingMatter[]> };

const matters: ClosingMatters[] = [];

/** What areas have under way that refuses an agency's end. */
export const closingMatters = extensionPoint<ClosingMatters>(
  "what refuses an agency's end",
  (one) => matters.push(one),
);

/** Everything that refuses the end of the scope's agency now. */
export const closingMattersOf = async (db: Db): Promise<ClosingMatter[]> =>
  (await Promise.all(matters.map((one) => one.of(db)))).flat();

/**
 * What of an agency lies outside this database and its files, and is taken away before its rows; it
 * may be asked again after a kill.
 */
type OutsideOfAgency = { name: string; remove: (app: App, orgId: string) => Promise<void> };

const outside: OutsideOfAgency[] = [];

/** What areas keep of an agency in other places. */
export const outsideOfAgencies = extensionPoint<OutsideOfAgency>(
  "what lies outside of an agency that ends",
  (one) => outside.push(one),
);

export const allOutside = (): readonly OutsideOfAgency[] => outside;

/** When something was last written in the ledger of the scope's agency; null while nothing is in it. */
export const lastEntryAt = async (db: Db): Promise<Instant | null> =>
  (
    await db.one<{ at: Instant | null }>(
      sql`select max(at) as at from audit_entry where org_id = ${db.scope.orgId}`,
    )
  ).at;
