import { formatCents } from "#kernel/money.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { chargedTo } from "../money/money.service.ts";
import { codesDiffer } from "./codes.service.ts";

/** What must always hold of the cost codes of projects. */
export const codeRules: readonly Invariant[] = [
  {
    name: "projects.codes",
    label: "Cost codes against the ledger",
    area: "projects",
    what: "All rows of a project by cost code together, what bears no code among them, are what the ledger says of its segment.",
    todo: "Open the project, tab Budget, and compare each row's documents with the entries on the budget line. Entries are never changed: correct the document with the operator.",
    check: async ({ db }): Promise<Finding[]> => {
      const all = await db.rows<{ id: string; number: string; segmentId: string }>(sql`
        select id, number, segment_id
        from project
        where org_id = ${db.scope.orgId} and status not in ('proposed', 'cancelled')
        order by number
      `);
      const found: Finding[] = [];
      for (const { id, number, segmentId } of all) {
        const differs = codesDiffer(await chargedTo(db, segmentId));
        if (differs !== 0)
          found.push({
            sentence: `${number}: its cost codes together and the ledger differ by ${formatCents(differs)}.`,
            link: `/projects/${id}`,
          });
      }
      return found.slice(0, 100);
    },
  },
];
