import { postJournal } from "#areas/finance/finance.server.ts";
import { journalNoun } from "#areas/finance/journal/journal.noun.ts";
import { payrollImporter } from "#areas/finance/journal/payroll.importer.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { asSystem, transition } from "../lifecycle.ts";

type Pay = { employee: string; from: string; to: string; cents: number };

/** A payroll register that was read in, sent and posted; its pay can be claimed. */
export const postedPay = async (
  database: Database,
  at: { actor: Actor; account: string; paidOn: string },
  pays: readonly Pay[],
): Promise<void> =>
  database.transaction(at.actor, async (tx) => {
    const register = `Register ${newId().slice(-8)}`;
    const rows = pays.map((p) =>
      payrollImporter.schema.parse({
        register,
        employee: p.employee,
        account: at.account,
        from: p.from,
        to: p.to,
        paidOn: at.paidOn,
        amount: p.cents,
      }),
    );
    const verdicts = await payrollImporter.plan(tx, rows, new Date().toISOString());
    await payrollImporter.apply(
      tx,
      at.actor,
      verdicts.map((v, n) => {
        if (v.action !== "create") throw new Error(`pay was not taken: ${JSON.stringify(v)}`);
        return { row: rows[n]!, action: v.action, plan: v.plan };
      }),
      newId(),
      () => {},
    );
    const { id } = await tx.one<{ id: string }>(sql`
      select id
      from journal
      where org_id = ${tx.scope.orgId} and title = ${register}
    `);
    const system = asSystem(at.actor);
    await transition(tx, system, journalNoun, { id, action: "submit", version: null });
    await postJournal(tx, { ...system, personId: null }, { id, version: null });
  });
