import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { journalNoun } from "./journal.noun.ts";
import { payrollImporter } from "./payroll.importer.ts";

export type PayRow = {
  employee: string;
  /** Code of the account string. */
  account: string;
  from: string;
  to: string;
  paidOn: string;
  amount: number;
};

/**
 * A payroll register, judged and drafted as its import does, and sent to be posted by another
 * person. For stories and tests: throws at the first row that the import would not take.
 */
export const sendRegister = async (
  tx: Tx,
  actor: Actor,
  register: string,
  pay: readonly PayRow[],
): Promise<{ id: string }> => {
  const rows = pay.map((row) => payrollImporter.schema.parse({ register, ...row }));
  const verdicts = await payrollImporter.plan(tx, rows, "");
  const planned = verdicts.map((verdict, at) => {
    if (verdict.action === "create") return { row: rows[at]!, ...verdict };
    throw new Error(
      `${register}: ${"problem" in verdict ? verdict.problem.fix : "on file already"}`,
    );
  });
  await payrollImporter.apply(tx, actor, planned, "", () => undefined);
  const { id } = await tx.one<{ id: string }>(sql`
    select id
    from journal
    where org_id = ${tx.scope.orgId}
      and kind = 'payroll'
      and status = 'draft'
      and title = ${register}
  `);
  return transition(tx, actor, journalNoun, { id, action: "submit", version: null });
};
