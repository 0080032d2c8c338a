// Faults planted one after the other, each found by its own check and by no other one.
import { renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bookFaults, type Fault } from "./book-faults.setup.ts";
import { newId } from "#kernel/ids.ts";
import {
  agency,
  asOwner,
  checkedAgency,
  contentOf,
  found,
  placeOf,
  planted,
} from "./operation.setup.ts";

checkedAgency();

const stranger = newId();
const ofDisaster = newId();
const statement = newId();
const matched = newId();
const month = newId();
/** A column that is off by something. */
const off = (
  what: string,
  by: string,
  says: RegExp,
  table: string,
  change: (sign: string) => string,
  where: () => string,
): Fault => ({
  what,
  by,
  says,
  plant: () => asOwner(`update ${table} set ${change("+")} where ${where()}`),
  undo: () => asOwner(`update ${table} set ${change("-")} where ${where()}`),
});

/** A row that should not be there. */
const extra = (
  what: string,
  by: string,
  says: RegExp,
  table: string,
  row: () => Record<string, unknown>,
): Fault => {
  const id = newId();
  return {
    what,
    by,
    says,
    plant: () => {
      const all = { id, org_id: agency.orgId, ...row() };
      const names = Object.keys(all);
      return asOwner(
        `
          insert into ${table} (${names.join(", ")})
          values (${names.map((_, at) => `$${at + 1}`).join(", ")})
        `,
        Object.values(all),
      );
    },
    undo: () => asOwner(`delete from ${table} where id = $1`, [id]),
  };
};

const ofOrder = () => `purchase_order_id = '${planted.order}'`;
const isInvoice = () => `id = '${planted.invoice}'`;
const ofAgency = () => `org_id = '${agency.orgId}'`;

const balances: Fault[] = [
  off(
    "a balance off by a cent",
    "budget.balances",
    /expended says \$\S+\.01, counted anew/,
    "budget_line",
    (sign) => `expended = expended ${sign} 1`,
    ofAgency,
  ),
  off(
    "a line of an order that holds a cent more than the budget knows",
    "budget.documents",
    /encumbered says \$250\.00, counted anew it is \$250\.01/,
    "purchase_order_line",
    (sign) => `encumbered = encumbered ${sign} 1`,
    ofOrder,
  ),
  off(
    "an order that does not add up",
    "procurement.amounts",
    /PO-2027-00001 says \$250\.01; its lines add up to \$250\.00/,
    "purchase_order",
    (sign) => `amount = amount ${sign} 1`,
    () => `id = '${planted.order}'`,
  ),
  off(
    "goods that no receipt knows",
    "procurement.received",
    /says 5 came; its receipts say 4/,
    "purchase_order_line",
    (sign) => `received_quantity = received_quantity ${sign} 1`,
    ofOrder,
  ),
  off(
    "an order billed by nobody",
    "finance.billed",
    /says \$0\.01 was billed; its invoices say \$0\.00/,
    "purchase_order",
    (sign) => `invoiced_amount = invoiced_amount ${sign} 1`,
    () => `id = '${planted.order}'`,
  ),
  off(
    "an open amount that is wrong",
    "finance.open",
    /what was paid of it is \$100\.01, counted anew it is \$100\.00/,
    "invoice",
    (sign) => `paid_amount = paid_amount ${sign} 1`,
    isInvoice,
  ),
  off(
    "an invoice whose lines do not add up",
    "finance.invoices",
    /the sum of its lines is/,
    "invoice",
    (sign) => `subtotal = subtotal ${sign} 1, rounding = rounding ${sign === "+" ? "-" : "+"} 1`,
    isInvoice,
  ),
  off(
    "an invoice raised behind the ledger's back",
    "finance.expended",
    /what the ledger expended for it is \$100\.00/,
    "invoice",
    (sign) => `total = total ${sign} 1, rounding = rounding ${sign} 1`,
    isInvoice,
  ),
  off(
    "a run that pays more than its payments",
    "finance.runs",
    /RUN-2027-00001 is \$100\.01; its payments add up to \$100\.00/,
    "payment_run",
    (sign) => `amount = amount ${sign} 1`,
    () => `id = '${planted.run}'`,
  ),
  off(
    "a payment of which the cash ledger has more",
    "finance.cash",
    /what the cash ledger has out of it comes to \$100\.01/,
    "cash_entry",
    (sign) => `outstanding = outstanding ${sign} 1`,
    () => `kind = 'issued' and ${ofAgency()}`,
  ),
  off(
    "a cost of which more is claimed than any claim says",
    "finance.costs",
    /what is claimed of a cost is \$0\.01, counted anew it is \$0\.00/,
    "cost_line",
    (sign) => `claimed = claimed ${sign} 1`,
    () => `invoice_id = '${planted.invoice}'`,
  ),
  off(
    "a subaward of which more was accepted than any request says",
    "passthrough.claimed",
    /SUB-2027-00001 says \$0\.01 were accepted; its requests come to \$0\.00/,
    "subaward",
    (sign) => `claimed = claimed ${sign} 1`,
    () => `id = '${planted.subaward}'`,
  ),
  {
    what: "a bank statement that does not come to its closing balance",
    by: "banking.statements",
    says: /BST-2026-00001: it closes with \$5\.01; counted anew it is \$5\.00/,
    plant: () =>
      asOwner(`
        insert into bank_statement (
          org_id, id, number, agency_account_id, account, on_day, opening, closing, line_count,
          source, sha256
        )
        select
          org_id, '${statement}', 'BST-2026-00001', id, 'First Bank', '2026-11-02', 500, 501, 0,
          'csv', repeat('0', 64)
        from agency_bank_account
        where ${ofAgency()} and active
        limit 1
      `),
    undo: () => asOwner(`delete from bank_statement where id = '${statement}'`),
  },
  {
    what: "a reconciled month that is not what was reviewed",
    by: "banking.months",
    says: /BRC-2027-00009: what was reviewed is not what is kept/,
    plant: () =>
      asOwner(`
        insert into bank_month (
          org_id, id, number, status, agency_account_id, account, first_day, last_day, frozen,
          sha256, reviewed_at
        )
        select
          org_id, '${month}', 'BRC-2027-00009', 'reconciled', id, 'First Bank', '2026-10-01',
          '2026-10-31', '{"bank": 1, "book": 1}', repeat('0', 64), now()
        from agency_bank_account
        where ${ofAgency()} and active
        limit 1
      `),
    undo: () => asOwner(`delete from bank_month where id = '${month}'`),
  },
  {
    what: "a bank's line of which more is matched than it moved",
    by: "banking.matches",
    says: /BST-2026-00002, line 1: \(\$1\.00\) moved, \(\$1\.50\) of it are matched/,
    plant: () =>
      asOwner(`
        with s as (
          insert into bank_statement (
            org_id, id, number, agency_account_id, account, on_day, opening, closing, line_count,
            source, sha256
          )
          select
            org_id, '${matched}', 'BST-2026-00002', id, 'First Bank', '2026-11-03', 500, 400, 1,
            'csv', repeat('0', 64)
          from agency_bank_account
          where ${ofAgency()} and active
          limit 1
          returning org_id, id, agency_account_id
        ),
        l as (
          insert into bank_line (
            org_id, id, statement_id, agency_account_id, line_no, on_day, type_code, cents
          )
          select org_id, id, id, agency_account_id, 1, '2026-11-03', '698', -100
          from s
        )
        insert into bank_match (
          org_id, id, line_id, statement_id, agency_account_id, kind, cents, certain, reason
        )
        select org_id, id, id, id, agency_account_id, 'fee', -150, true, 'Analysis'
        from s
      `),
    undo: async () => {
      for (const table of ["bank_match", "bank_line", "bank_statement"])
        await asOwner(`delete from ${table} where id = '${matched}'`);
    },
  },
  ...bookFaults,
  {
    what: "a request for reimbursement that asks for more than its lines",
    by: "recovery.requests",
    says: /RFR-2026-00001: what it asks for is \$0\.75, its lines add up to \$0\.00/,
    plant: async () => {
      const own = [agency.orgId];
      await asOwner(
        `
          insert into pa_declaration (
            org_id, id, number, title, state, declared_on, period_from, fiscal_year
          )
          values (
            $1, '${ofDisaster}', 'DR-4871-MN', 'Flood', 'MN', '2026-04-20', '2026-04-08', 2026
          )
        `,
        own,
      );
      await asOwner(
        `
          insert into pa_project (org_id, id, number, declaration_id, title, category, work_until)
          values (
            $1, '${ofDisaster}', 'PAP-2026-00001', '${ofDisaster}', 'Culverts', 'C', '2027-10-20'
          )
        `,
        own,
      );
      await asOwner(
        `
          insert into pa_request (org_id, id, number, status, project_id, federal)
          values ($1, '${ofDisaster}', 'RFR-2026-00001', 'paid', '${ofDisaster}', 75)
        `,
        own,
      );
    },
    undo: async () => {
      for (const table of ["pa_request", "pa_project", "pa_declaration"])
        await asOwner(`delete from ${table} where id = $1`, [ofDisaster]);
    },
  },
  {
    what: "a payment file that was exchanged",
    by: "finance.bankFiles",
    says: /RUN-2027-00001 is not the file that was released/,
    plant: () => asOwner("update payment_file set sha256 = reverse(sha256)"),
    undo: () => asOwner("update payment_file set sha256 = reverse(sha256)"),
  },
];

const records: Fault[] = [
  off(
    "a hole in the numbers",
    "numbers.gapless",
    /^INV-2027-00002 was given and no record bears it/,
    "record_counter",
    (sign) => `last = last ${sign} 1`,
    () => `${ofAgency()} and kind = 'INV'`,
  ),
  {
    what: "a status that differs from the history",
    by: "records.status",
    says: /RUN-2027-00001 is approved; its history ends with released/,
    plant: () => asOwner("update payment_run set status = 'approved'"),
    undo: () => asOwner("update payment_run set status = 'released'"),
  },
  {
    what: "two versions in force",
    by: "definitions.inForce",
    says: /“purchaseOrder policy” \(approval_policy\) has versions 1 and 2 in force/,
    plant: async () => {
      await asOwner("set session_replication_role = replica");
      await asOwner("drop index approval_policy_in_force");
      await asOwner(
        `
          insert into approval_policy
          select (jsonb_populate_record(p, jsonb_build_object('id', $1::text, 'version_no', 2))).*
          from approval_policy p
          where p.document_type = 'purchaseOrder'
        `,
        [stranger],
      );
      await asOwner("set session_replication_role = default");
    },
    undo: async () => {
      await asOwner("set session_replication_role = replica");
      await asOwner("delete from approval_policy where id = $1", [stranger]);
      await asOwner("set session_replication_role = default");
    },
  },
  extra(
    "a comment on a record that is not there",
    "links.targets",
    /The comment “Where is it\?” belongs to a invoice that is not there/,
    "comment",
    () => ({
      object_type: "invoice",
      object_id: stranger,
      person_id: agency.people.ap.personId,
      body: "Where is it?",
    }),
  ),
  extra(
    "a file attached to a record that is not there",
    "links.targets",
    /The attached file culvert\.txt belongs to a vendor/,
    "attachment",
    () => ({ object_type: "vendor", object_id: stranger, file_id: planted.file, label: "" }),
  ),
  extra(
    "a task that leads nowhere",
    "workflow.tasks",
    /The task “Look at it” leads to a vendor that is not there/,
    "task",
    () => ({
      person_id: agency.people.ap.personId,
      kind: "follow_up",
      title: "Look at it",
      link: `/vendor-directory/${stranger}?tab=bank`,
    }),
  ),
  extra(
    "an approval of a document that is not there",
    "workflow.approvals",
    /The approval of INV-2027-09999 Stone asks about a invoice/,
    "approval_request",
    () => ({
      document_type: "invoice",
      document_id: stranger,
      document_number: "INV-2027-09999",
      title: "Stone",
      amount: 1,
      facts: "{}",
    }),
  ),
];

const house: Fault[] = [
  {
    what: "a file that is gone",
    by: "files.contents",
    says: /culvert\.txt is gone from where files are kept/,
    plant: () => renameSync(placeOf(planted.sha256), `${placeOf(planted.sha256)}.away`),
    undo: () => renameSync(`${placeOf(planted.sha256)}.away`, placeOf(planted.sha256)),
  },
  {
    what: "a file that was altered",
    by: "files.contents",
    says: /culvert\.txt is not what was stored/,
    plant: () => writeFileSync(placeOf(planted.sha256), "Photo of another culvert"),
    undo: () => writeFileSync(placeOf(planted.sha256), "Photo of the culvert"),
  },
  {
    what: "an audit entry that was changed",
    by: "audit.entries",
    says: /^Entry \d+: vendorBankChange\.\w+ of BC-\S+: the entry was altered; its seal does not fit/,
    plant: () =>
      asOwner(
        "update audit_entry set object_number = object_number || '9' where action like 'vendorBankChange.%'",
      ),
    undo: () =>
      asOwner(
        "update audit_entry set object_number = left(object_number, -1) where action like 'vendorBankChange.%'",
      ),
  },
  {
    what: "a policy that was dropped",
    by: "tables.policies",
    says: /^saved_view: no policy says whose rows they are/,
    plant: () => asOwner("drop policy agency on saved_view"),
    undo: () =>
      asOwner(
        `create policy agency on saved_view to levee_app using (org_id = (select levee_org()))
          with check (org_id = (select levee_org()))`,
      ),
  },
  {
    what: "row security that is not forced",
    by: "tables.policies",
    says: /^saved_view: row security is not forced/,
    plant: () => asOwner("alter table saved_view no force row level security"),
    undo: () => asOwner("alter table saved_view force row level security"),
  },
  extra(
    "a letter that nobody tried",
    "letters.stuck",
    /“Your order” should have gone out at/,
    "mail",
    () => ({
      kind: "order",
      to_address: "orders@northline.test",
      subject: "Your order",
      body_text: "Here",
      next_attempt_at: new Date(Date.now() - 3 * 3_600_000),
    }),
  ),
  extra("long work that does not end", "jobs.stuck", /“Import of 2025” is running/, "job", () => ({
    kind: "import",
    title: "Import of 2025",
    state: "running",
    payload: "{}",
    created_at: new Date(Date.now() - 9 * 3_600_000),
  })),
];

test("a clean agency gives no finding", async () => {
  expect(contentOf(planted.sha256).toString()).toBe("Photo of the culvert");
  expect(await found()).toEqual({});
});

test.each([...balances, ...records, ...house])(
  "$what is found by $by alone",
  async ({ by, says, plant, undo }) => {
    await plant();
    const all = await found();
    await undo();
    expect(Object.keys(all)).toEqual([by]);
    expect(all[by]).toMatch(says);
  },
);
