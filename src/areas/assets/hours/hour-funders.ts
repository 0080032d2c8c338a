import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Somebody who asks for the money of hours: public assistance, agencies that are served. */
export type HourFunder = {
  name: string;
  /** Which of these hours it holds now. */
  holds: (db: Db, hourIds: readonly string[]) => Promise<readonly string[]>;
};

const known = new Map<string, HourFunder>();
/** Lets any number of areas say which hours their funders pay: an hour has one. */
export const hourFunders = extensionPoint<HourFunder>(
  "who asks for the money of hours",
  (funder) => void known.set(funder.name, funder),
);

/** Which of these hours another funder than `name` holds. */
export const hoursHeldElsewhere = async (
  db: Db,
  name: string,
  hourIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const others = [...known.values()].filter((funder) => funder.name !== name);
  const held = await Promise.all(others.map((funder) => funder.holds(db, hourIds)));
  return new Set(held.flat());
};

/** Keeps these hours for this transaction, so that of two funders who race for one the second finds it held. */
export const lockHours = (tx: Tx, hourIds: readonly string[]): Promise<unknown> =>
  tx.rows(sql`
    select 1 as locked
    from work_hour
    where org_id = ${tx.scope.orgId} and id = any(${[...hourIds]}::uuid[])
    order by id
    for no key update
  `);
