import { formatCents } from "#kernel/money.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { chargedTo, differenceOf } from "./money.service.ts";

/** What must always hold of the money of projects. */
export const projectRules: readonly Invariant[] = [
  {
    name: "projects.ledger",
    label: "Projects against the ledger",
    area: "projects",
    what: "What requisitions, orders and bills of every project say together is what the ledger says of its segment.",
    todo: "Open the project, tab Budget, and compare each document with its entries on the budget line. Entries are never changed: correct the document with the operator.",
    check: async ({ db }): Promise<Finding[]> => {
      const all = await db.rows<{ id: string; number: string; segmentId: string }>(sql`
        select id, number, segment_id
        from project
        where org_id = ${db.scope.orgId} and status not in ('proposed', 'cancelled')
        order by number
      `);
      const found: Finding[] = [];
      for (const { id, number, segmentId } of all) {
        const differs = differenceOf(await chargedTo(db, segmentId));
        if (differs !== 0)
          found.push({
            sentence: `${number}: its documents and the ledger differ by ${formatCents(differs)}.`,
            link: `/projects/${id}`,
          });
      }
      return found.slice(0, 100);
    },
  },
];
