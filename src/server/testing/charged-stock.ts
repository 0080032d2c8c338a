import { stockRules } from "#areas/inventory/ledger/ledger.checks.ts";
import { budgetRules } from "#areas/budget/ledger/ledger.checks.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "../db/sql.ts";
import { makeBudget } from "./agency.ts";
import { makeBoughtStock } from "./bought-stock.ts";
import type { TestDatabase } from "./database.ts";
import { agencyDay } from "./days.ts";

type Made = { id: string };
let serial = 0;

/**
 * Stores with a room that is charged as it is issued, on the line on which its goods are bought (`account`),
 * and lines of consumers: two of the same fund, one of another.
 */
export const makeChargedStock = async (t: TestDatabase) => {
  const s = await makeBoughtStock(t);
  const { orgId, departmentId, fiscalYearId } = s.agency;
  const { fundId, accountStringId: stores } = s.account;
  const lineIn = async (cents: number, year = fiscalYearId): Promise<string> => {
    const [accountId, id] = [newId(), newId()];
    const code = `C${++serial}`;
    await s.as(s.people.keeper, async (tx) => {
      await tx.rows(sql`
        insert into segment_value (org_id, id, kind, code, name)
        values (${orgId}, ${accountId}, 'account', ${code}, 'Supplies')
      `);
      await tx.rows(sql`
        insert into account_string (org_id, id, code, fund_id, department_id, account_id)
        values (${orgId}, ${id}, ${`${code}-line`}, ${fundId}, ${departmentId}, ${accountId})
      `);
    });
    await adopt(id, cents, year);
    return id;
  };
  const adopt = (account: string, cents: number, year: string) =>
    s.as(s.people.keeper, (tx) =>
      tx.rows(sql`
        insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
        values (${orgId}, ${newId()}, ${year}, ${account}, ${cents})
      `),
    );
  const room = async (over: object = {}): Promise<string> => {
    const { placeId } = await s.db().one<{ placeId: string }>(sql`
      select place_id
      from stock_location
      where org_id = ${orgId} and id = ${s.bay}
    `);
    const code = `CH-${++serial}`;
    const body = {
      ...{ code, name: `Counter ${serial}`, placeId, chargeAt: "issue", chargeAccountId: stores },
      ...over,
    };
    return (await s.asking<Made>(s.people.keeper, "POST /api/v1/stock-locations", body)).id;
  };
  const other = (await makeBudget(t.database, s.agency, 500_00)).accountStringId;
  const [roads, parks, counter] = [await lineIn(500_00), await lineIn(500_00), await room()];
  /** What a line has expended in a year, in cents, by its balance. */
  const spent = async (account: string, year = fiscalYearId): Promise<number> =>
    (
      await s.db().maybe<{ expended: number }>(sql`
        select expended
        from budget_line
        where org_id = ${orgId} and account_string_id = ${account} and fiscal_year_id = ${year}
      `)
    )?.expended ?? 0;
  return {
    ...s,
    ...{ stores, roads, parks, other, counter, lineIn, adopt, room, spent, storesFund: fundId },
    /** What lay at the counter twenty days ago, for so many cents. */
    stock: (
      itemId: string,
      quantity: string,
      cents: number,
      over: object = {},
      head: object = {},
    ) =>
      s.found(
        itemId,
        quantity,
        cents,
        { toLocationId: counter, fundId, ...over },
        { movedOn: agencyDay(-20), ...head },
      ),
    issueTo: (
      itemId: string,
      quantity: string,
      accountStringId: string | null,
      over: object = {},
      line: object = {},
    ) =>
      s.issue(
        itemId,
        quantity,
        { ...(accountStringId ? { accountStringId } : {}), ...over },
        { fromLocationId: counter, ...line },
      ),
    /** What the checks of stores and budget find. */
    findings: async (): Promise<string[]> => {
      const found: string[] = [];
      for (const rule of [...stockRules, ...budgetRules])
        found.push(...(await rule.check({ db: s.db() } as never)).map((one) => one.sentence));
      // Budgets of tests stand on their lines without an entry.
      return found.filter((sentence) => !sentence.includes("the budget says"));
    },
  };
};
export type ChargedStock = Awaited<ReturnType<typeof makeChargedStock>>;
