import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { booksOf } from "#areas/budget/budget.server.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { glAccount } from "../books.tables.ts";
import { accountRoles, ledgerClasses } from "./chart.labels.ts";
import type { AccountInput, AccountRow } from "./chart.model.ts";

/** Funds and accounts of the general ledger. */
export const glAccountList: ListDefinition = {
  name: "gl-accounts",
  from: "gl_account g",
  alias: "g",
  columns: {
    id: { sql: "g.id", hidden: true },
    kind: { sql: "g.kind", hidden: true },
    code: { sql: "g.code", label: "Code", sort: true },
    name: { sql: "g.name", label: "Name" },
    class: { sql: "g.class", label: "Class", codes: { fund: "Fund", ...ledgerClasses } },
    role: { sql: "g.role", label: "The books use it for", codes: accountRoles },
    active: { sql: "g.active", hidden: true },
    version: { sql: "g.version", hidden: true },
  },
  filters: {
    kind: { kind: "set", sql: "g.kind", type: "text" },
    class: { kind: "set", sql: "g.class", type: "text" },
    own: {
      kind: "flag",
      sql: "g.class in ('asset', 'liability', 'fund_balance', 'budgetary')",
    },
    active: { kind: "flag", sql: "g.active" },
  },
  search: ["g.code", "g.name"],
  defaultSort: "code",
};

/**
 * Enters a balance sheet or budgetary account of the general ledger. 422 for a code that there is; 409
 * `no_books`.
 */
export const enterAccount = async (
  tx: Tx,
  actor: Actor,
  input: AccountInput,
): Promise<AccountRow> => {
  if (!(await booksOf(tx)))
    throw conflict(
      "no_books",
      "The agency keeps no general ledger yet. Begin the books under Close.",
    );
  const taken = await tx.maybe(sql`
    select id
    from gl_account
    where org_id = ${actor.orgId} and kind = 'account' and code = ${input.code}
  `);
  if (taken) throw invalidField("code", `${input.code} exists already.`, "already_exists");
  const row = await insertRow(tx, glAccount, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    kind: "account",
  });
  note(tx, actor, "ledgerAccount", row.id, {
    number: row.code,
    action: "create",
    after: row,
    event: null,
  });
  return row as AccountRow;
};
