import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { budgetLineInput } from "../budget.model.ts";
import { append } from "./line.service.ts";

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
    update budget_line l
    set original = l.original + ${input.original}
    from account_string s
    where l.org_id = ${actor.orgId}
      and s.org_id = l.org_id
      and s.id = l.account_string_id
      and l.fiscal_year_id = ${input.fiscalYearId}
      and l.account_string_id = ${input.accountStringId}
      and l.note = ${input.note}
      and not l.closed
    returning l.id, s.code
  `);
  if (!row) return false;
  append(tx, actor, row.id, "adopt", input.original, { id: row.id, number: row.code }, input.note);
  note(tx, actor, "budgetLine", row.id, {
    number: row.code,
    action: "import",
    after: { added: input.original },
    note: input.note,
    event: null,
  });
  return true;
};
