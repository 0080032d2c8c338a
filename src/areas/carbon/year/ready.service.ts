import { counted } from "#kernel/words.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { YearStored } from "./year.noun.ts";

/** Rows of a year that wait to be settled. */
export const unsettledIn = async (db: Db, yearId: string): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from carbon_gap
      where org_id = ${db.scope.orgId} and year_id = ${yearId} and settled_as is null
    `)
  ).n;

/** Who typed a line of a year or settled a row of it. */
const handsIn = async (db: Db, yearId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select entered_by as id
      from carbon_line
      where org_id = ${db.scope.orgId} and year_id = ${yearId} and entered_by is not null
      union
      select settled_by as id
      from carbon_gap
      where org_id = ${db.scope.orgId} and year_id = ${yearId} and settled_by is not null
    `)
  ).map(({ id }) => id);

/**
 * Tells whoever may review a year that it is ready: it is over and counted, and the last row of it was settled just
 * now (`before`: so many waited until then; null where it was never counted). Whoever had a hand in it is not told,
 * for another person reviews; where there is none, whoever prepared it hears that.
 */
export const tellReviewers = async (
  tx: Tx,
  { id, number, year, preparedBy }: YearStored,
  before: number | null,
): Promise<void> => {
  if (before === 0 || Number(businessDate(tx.scope).slice(0, 4)) <= year) return;
  if ((await unsettledIn(tx, id)) > 0) return;
  const hands = new Set([...(await handsIn(tx, id)), preparedBy]);
  const people = [
    ...(await peopleOnDuty(tx, "sustainability_officer")),
    ...(await peopleOnDuty(tx, "controller")),
  ].filter((person) => !hands.has(person));
  const link = `/carbon/years/${id}`;
  if (people.length > 0)
    notify(tx, people, {
      ...{ kind: "carbon.ready", link, title: `${number} is ready to be reviewed` },
      body: `Every row of ${year} is settled${before ? `, the last ${counted(before, "row")} of it just now` : ""}.`,
    });
  else if (preparedBy)
    notify(tx, [preparedBy], {
      ...{ kind: "carbon.ready", link, title: `Nobody may review ${number}` },
      body: "Whoever holds the duty had a hand in it. Have the duty of sustainability officer or controller given to another person.",
    });
};
