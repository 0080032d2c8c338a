import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { approvalsOf, decide } from "#areas/workflow/workflow.server.ts";
import { draftAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { availableOf } from "../ledger/available.service.ts";

type Charged = { id: string; code: string; fiscalYearId: string };

const strings = (tx: Tx, year: number, codes: readonly string[]) =>
  tx.rows<Charged>(sql`
    select s.id, s.code, l.fiscal_year_id
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    where l.org_id = ${tx.scope.orgId} and y.year = ${year} and s.code = any(${codes}::text[])
    order by array_position(${codes}::text[], s.code)
  `);

const transfers = [
  {
    head: "roads.head",
    department: 0,
    title: "Fuel for the long winter",
    reason: "Fuel is spent faster than planned; software can wait.",
    codes: ["210-RDB-5510", "210-RDB-5230"],
    dollars: 48_000,
    refused: null,
  },
  {
    head: "parks.head",
    department: 4,
    title: "Equipment out of services",
    reason: "A second mower is wanted before summer.",
    codes: ["101-PRK-5410", "101-PRK-5610"],
    dollars: 22_000,
    refused: "Services of the year are ordered already in part; ask again with the summer plan.",
  },
] as const;

// What is asked for is there on each day of the year, whatever was ordered by then: in whole hundreds of dollars.
const withinReach = async (tx: Tx, dollars: number, from: Charged): Promise<number> => {
  const accountStringId = from.id;
  const [line] = await availableOf(tx, [{ accountStringId, fiscalYearId: from.fiscalYearId }]);
  return Math.min(dollars * 100, Math.floor((line?.available ?? 0) / 2 / 100_00) * 100_00);
};

/** One transfer that waits for the budget office, and one that it refused. */
export const seedAmendments = async (app: App, year: number): Promise<void> => {
  for (const each of transfers) {
    const head = {
      ...demoActor(each.head),
      departmentIds: [carverDepartments[each.department]!.id],
    };
    const id = await app.database.transaction(head, async (tx) => {
      const [from, to] = await strings(tx, year, each.codes);
      const cents = await withinReach(tx, each.dollars, from!);
      const made = await draftAmendment(tx, head, {
        kind: "transfer",
        fiscalYearId: from!.fiscalYearId,
        title: each.title,
        reason: each.reason,
        source: "",
        fundDecision: "",
        lines: [
          { accountStringId: from!.id, cents: -cents },
          { accountStringId: to!.id, cents },
        ],
      });
      await submitAmendment(tx, head, { id: made.id, version: null });
      return made.id;
    });
    if (!each.refused) continue;
    const director = demoActor("director");
    await app.database.transaction(director, async (tx) => {
      const [request] = await approvalsOf(tx, [id]);
      await decide(tx, director, request!, "reject", each.refused!, null);
    });
  }
};
