import type pg from "pg";

/** Where generated documents point: rows of an agency that exist. */
export type ManyOf = {
  orgId: string;
  departmentId: string;
  fiscalYearId: string;
  personId: string;
  vendorIds: readonly string[];
  policyId: string;
  budgetLineId: string;
};

const id = (kind: string) => `('01930000-0000-7${kind}-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const day = (span: number) => `date '2026-10-01' + (n * 7919 % ${span})::int`;
const vendor = "($2::uuid[])[1 + n % cardinality($2::uuid[])]";
const statements: Record<string, string> = {
  requisition: `
    insert into requisition (
      org_id, id, number, title, department_id, requester_id, requested_on, needed_on,
      fiscal_year_id, status, amount
    )
    select
      $1, ${id("001")}, 'REQ-' || lpad(n::text, 8, '0'), 'Stone ' || n, $4, $5, ${day(360)},
      date '2027-09-30', $6, (array['draft', 'in_approval', 'approved', 'ordered'])[1 + n % 4],
      100 + n % 99991
    from generate_series(1, $3) n
  `,
  purchase_order: `
    insert into purchase_order (
      org_id, id, number, title, vendor_id, department_id, buyer_id, fiscal_year_id, status, amount,
      ordered_on
    )
    select
      $1, ${id("002")}, 'PO-' || lpad(n::text, 8, '0'), 'Stone ' || n, ${vendor}, $4, $5, $6,
      (array['draft', 'issued', 'partly_received', 'closed'])[1 + n % 4], 100 + n % 99991,
      ${day(360)}
    from generate_series(1, $3) n
  `,
  invoice: `
    insert into invoice (
      org_id, id, number, vendor_id, purchase_order_id, vendor_number, vendor_number_key,
      invoice_date, received_on, due_on, status, subtotal, total
    )
    select
      $1, ${id("003")}, 'INV-' || lpad(n::text, 8, '0'), ${vendor}, ${id("002")}, 'S' || n,
      'S' || n, ${day(360)}, ${day(360)}, ${day(390)},
      (array['matched', 'in_approval', 'approved', 'paid'])[1 + n % 4], 100 + n % 99991,
      100 + n % 99991
    from generate_series(1, $3) n
  `,
  vendor: `
    insert into vendor (org_id, id, number, name, name_key, status)
    select
      $1, ${id("004")}, 'W-' || lpad(n::text, 8, '0'), 'Works ' || md5(n::text), md5(n::text),
      (array['active', 'draft'])[1 + n % 2]
    from generate_series(1, $3) n
  `,
  approval_request: `
    insert into approval_request (
      org_id, id, document_type, document_id, document_number, title, amount, requester_id,
      department_id, policy_id, status, due_at, requested_at
    )
    select
      $1, ${id("005")}, 'requisition', ${id("001")}, 'REQ-' || n, 'Stone ' || n, 100 + n, $5, $4,
      $6, (array['pending', 'approved'])[1 + n % 2],
      timestamptz '2026-10-01' + make_interval(mins => (n * 7919 % 500000)::int),
      timestamptz '2026-09-01' + make_interval(mins => n::int)
    from generate_series(1, $3) n
  `,
  payment: `
    insert into payment (org_id, id, number, vendor_id, method, status, amount, paid_on)
    select
      $1, ${id("006")}, 'PAY-' || lpad(n::text, 8, '0'), ${vendor}, 'check',
      (array['released', 'cleared'])[1 + n % 2], 100 + n % 99991, ${day(360)}
    from generate_series(1, $3) n
  `,
  commitment_entry: `
    insert into commitment_entry (
      org_id, id, budget_line_id, kind, document_type, document_id, document_number, posted_on
    )
    select $1, ${id("007")}, $6, 'encumber', 'purchaseOrder', ${id("002")}, 'PO-' || n, ${day(360)}
    from generate_series(1, $3) n
  `,
};

export type ManyTable =
  | "requisition"
  | "purchase_order"
  | "invoice"
  | "vendor"
  | "approval_request"
  | "payment"
  | "commitment_entry";

/**
 * Writes `count` documents of an agency as the database's owner, for tests and benches of lists; an
 * invoice points to the order of the same place. Analyze afterwards.
 */
export const writeMany = async (
  owner: pg.Client,
  table: ManyTable,
  of: ManyOf,
  count: number,
): Promise<void> => {
  const sixth =
    { approval_request: of.policyId, commitment_entry: of.budgetLineId }[table as string] ??
    of.fiscalYearId;
  const text = statements[table]!;
  // Every statement takes the same six values; those that it does not name are named here, so that
  // their types are known.
  await owner.query(
    `with given as (select $1::uuid, $2::uuid[], $3::int, $4::uuid, $5::uuid, $6::uuid) ${text}`,
    [of.orgId, of.vendorIds, count, of.departmentId, of.personId, sixth],
  );
};
