import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { budgetLineInput } from "../budget.model.ts";
import { adoptLines } from "../appropriation/appropriation.service.ts";

/**
 * Adds to the original of a line that carries the same note (an import's), with a further `adopt`
 * entry. False where no such line is there.
 */
export const addToLine = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof budgetLineInput>,
): Promise<boolean> => {
  const row = await tx.maybe<{ id: string; code: string }>(sql`
    select l.id, s.code
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${actor.orgId}
      and l.fiscal_year_id = ${input.fiscalYearId}
      and l.account_string_id = ${input.accountStringId}
      and l.note = ${input.note}
      and not l.closed
  `);
  if (!row) return false;
  await adoptLines(tx, actor, {
    fiscalYearId: input.fiscalYearId,
    lines: [{ accountStringId: input.accountStringId, cents: input.original }],
    document: null,
    note: input.note,
  });
  note(tx, actor, "budgetLine", row.id, {
    number: row.code,
    action: "import",
    after: { added: input.original },
    note: input.note,
    event: null,
  });
  return true;
};
