import { newId } from "#kernel/ids.ts";
import { agency, asOwner } from "./operation.setup.ts";

/** Something wrong that is planted, the check that finds it, and how it is taken away. */
export type Fault = {
  what: string;
  by: string;
  says: RegExp;
  plant: () => Promise<unknown> | void;
  undo: () => Promise<unknown> | void;
};

const ledger = newId();
const plantPeriod = (status: "open" | "closed") =>
  asOwner(`
    insert into accounting_period (
      org_id, id, fiscal_year_id, number, year, place, name, first_day, last_day, status, frozen,
      sha256
    )
    select
      org_id, '${ledger}', id, '2027-01', 2027, 1, 'October 2026', '2026-10-01', '2026-10-31',
      '${status}', case '${status}' when 'closed' then '{"rows": []}'::jsonb end,
      case '${status}' when 'closed' then repeat('0', 64) end
    from fiscal_year
    where org_id = '${agency.orgId}' and year = 2027
  `);

/** Faults of the general ledger. */
export const bookFaults: readonly Fault[] = [
  {
    what: "an entry of the general ledger that does not balance",
    by: "books.balanced",
    says: /Entry 1: fund GLF is out of balance by \$1\.00/,
    plant: async () => {
      await asOwner("alter table gl_line disable trigger balanced");
      await plantPeriod("open");
      await asOwner(`
        insert into gl_account (org_id, id, kind, code, name, class)
        values ('${agency.orgId}', '${ledger}', 'fund', 'GLF', 'General fund', 'fund')
      `);
      await asOwner(`
        insert into gl_entry (
          org_id, id, seq, source, source_id, event, fiscal_year_id, period_id, posted_on,
          record_day, document_type, document_id, document_number
        )
        select
          org_id, id, 1, 'entry', id, 'entry', fiscal_year_id, id, first_day, first_day,
          'journalEntry', id, 'JE-2027-00001'
        from accounting_period
        where id = '${ledger}'
      `);
      await asOwner(`
        insert into gl_line (
          org_id, entry_id, line_no, period_id, fiscal_year_id, fund_id, account_id, cents
        )
        select org_id, id, 1, id, fiscal_year_id, id, id, 100
        from accounting_period
        where id = '${ledger}'
      `);
    },
    undo: async () => {
      await asOwner(`delete from gl_line where entry_id = '${ledger}'`);
      for (const table of ["gl_entry", "gl_account", "accounting_period"])
        await asOwner(`delete from ${table} where id = '${ledger}'`);
      await asOwner("alter table gl_line enable trigger balanced");
    },
  },
  {
    what: "spending of a budget line that the general ledger does not have",
    by: "books.budget",
    says: /of 2027: the budget has .*, the general ledger \$0\.00/,
    plant: () =>
      asOwner(
        `insert into general_ledger (org_id, begins_on) values ('${agency.orgId}', '2026-10-01')`,
      ),
    undo: () => asOwner(`delete from general_ledger where org_id = '${agency.orgId}'`),
  },
  {
    what: "a closed period whose trial balance is another one",
    by: "books.closed",
    says: /The trial balance of October 2026 is not the one that was closed/,
    plant: () => plantPeriod("closed"),
    undo: () => asOwner(`delete from accounting_period where id = '${ledger}'`),
  },
];
