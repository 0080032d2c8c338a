import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { chartOfBudgets } from "#areas/budget/budget.server.ts";
import { glAccount } from "../books.tables.ts";
import type { ChartAccount } from "../posting/entry-lines.model.ts";
import { accountRoles, type AccountRole } from "./chart.labels.ts";

/**
 * Takes over funds and accounts of the budget as they are called there now. An account of the books whose
 * code the budget takes meanwhile keeps it: the budget's one is left out until either is changed.
 */
export const mirrorChart = async (tx: Tx): Promise<void> => {
  const chart = await chartOfBudgets(tx);
  await tx.rows(sql`
    insert into gl_account (org_id, id, kind, code, name, class, active)
    select ${tx.scope.orgId}, c.id, c.kind, c.code, c.name, c.class, c.active
    from unnest(
      ${chart.map((c) => c.id)}::uuid[], ${chart.map((c) => c.kind)}::text[],
      ${chart.map((c) => c.code)}::text[], ${chart.map((c) => c.name)}::text[],
      ${chart.map((c) => (c.kind === "fund" ? "fund" : c.class))}::text[],
      ${chart.map((c) => c.active)}::bool[]
    ) as c(id, kind, code, name, class, active)
    where not exists (
      select 1
      from gl_account g
      where g.org_id = ${tx.scope.orgId} and g.kind = c.kind and g.code = c.code and g.id <> c.id
    )
    on conflict (org_id, id)
    do update set
      code = excluded.code, name = excluded.name, class = excluded.class, active = excluded.active,
      updated_at = clock_timestamp()
    where (gl_account.code, gl_account.name, gl_account.class, gl_account.active) is distinct from (
      excluded.code, excluded.name, excluded.class, excluded.active
    )
  `);
};

/** Accounts of the books in use by their code, as posting looks at them. */
export const chartByCode = async (db: Db): Promise<ReadonlyMap<string, ChartAccount>> => {
  const rows = await db.rows<ChartAccount>(sql`
    select id, code, role
    from gl_account
    where org_id = ${db.scope.orgId} and kind = 'account' and active
  `);
  return new Map(rows.map((row) => [row.code, row]));
};

/** The account that the books use for something; null where none is named. */
export const accountOf = async (db: Db, role: AccountRole): Promise<string | null> =>
  (
    await db.maybe<{ id: string }>(sql`
      select id
      from gl_account
      where org_id = ${db.scope.orgId} and role = ${role}
    `)
  )?.id ?? null;

/**
 * Enters the balance sheet and budgetary accounts that books need, by their usual codes; a code that the
 * budget has already gets a G in front. Gives the codes by role.
 */
export const enterUsualAccounts = async (tx: Tx): Promise<ReadonlyMap<string, string>> => {
  const taken = new Set(
    (
      await tx.rows<{ code: string }>(sql`
        select code
        from gl_account
        where org_id = ${tx.scope.orgId} and kind = 'account'
      `)
    ).map((row) => row.code),
  );
  const roles = Object.entries(accountRoles).map(([role, account]) => ({
    role,
    ...account,
    code: taken.has(account.code) ? `G${account.code}` : account.code,
  }));
  await insertRows(
    tx,
    glAccount,
    roles.map(({ role, label, class: of, code }) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      kind: "account" as const,
      code,
      name: label,
      class: of,
      role,
    })),
  );
  return new Map(roles.map(({ role, code }) => [role, code]));
};
