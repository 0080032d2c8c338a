import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { monthSha } from "./month.service.ts";
import { bankMonth } from "./month.tables.ts";
import { readMonth } from "./reading.service.ts";

type Frozen = typeof bankMonth.$inferSelect;

// The last reconciled month of each account: whatever changed behind an earlier one moved it too.
const lastFrozen = (db: Db) =>
  db.rows<Frozen>(sql`
    select distinct on (b.agency_account_id) b.*
    from bank_month b
    where b.org_id = ${db.scope.orgId} and b.status = 'reconciled'
    order by b.agency_account_id, b.last_day desc
    limit 100
  `);

const look = async (db: Db, row: Frozen): Promise<Finding[]> => {
  const link = `/payments/reconciliations/${row.id}`;
  const frozen = row.frozen!;
  if (monthSha(frozen) !== row.sha256)
    return [{ sentence: `${row.number}: what was reviewed is not what is kept.`, link }];
  const { reconciliation: now } = await readMonth(db, row);
  return now.bank === frozen.bank && now.book === frozen.book
    ? []
    : [
        {
          sentence: `${row.number} was reviewed with ${formatCents(frozen.bank)} at the bank and ${formatCents(frozen.book)} in the books; counted anew they are ${formatCents(now.bank)} and ${formatCents(now.book)}.`,
          link,
        },
      ];
};

export const monthRules: readonly Invariant[] = [
  {
    name: "banking.months",
    label: "Reconciled months",
    area: "banking",
    what: "A reconciled month says what its records say.",
    todo: "Open the month, have it reopened and prepare it anew.",
    check: async ({ db }) => {
      const findings: Finding[] = [];
      for (const row of await lastFrozen(db)) findings.push(...(await look(db, row)));
      return findings;
    },
  },
];
