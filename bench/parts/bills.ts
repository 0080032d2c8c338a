import type pg from "pg";
import { writeMany } from "#server/testing/many.ts";
import type { BuyingAgency } from "./people.ts";

/**
 * So many bills of one line each of an agency, over so many orders (a thousand), ten vendors and sixteen months,
 * written as the database's owner and analyzed. What searches bills by their words is not asked of them,
 * and not written.
 */
export const writeBills = async (
  owner: pg.Client,
  agency: BuyingAgency,
  rows: number,
  orders = 1000,
): Promise<void> => {
  const of = {
    orgId: agency.orgId,
    departmentId: agency.departmentId,
    fiscalYearId: agency.fiscalYearId,
    personId: agency.people.admin.personId!,
    vendorIds: agency.vendors,
    policyId: agency.orgId,
    budgetLineId: agency.orgId,
  };
  await writeMany(owner, "purchase_order", of, orders);
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `
      insert into invoice (
        org_id, id, number, vendor_id, purchase_order_id, vendor_number, vendor_number_key,
        invoice_date, received_on, due_on, status, subtotal, total
      )
      select
        o.org_id, gen_random_uuid(), 'INV-' || lpad(n::text, 8, '0'), o.vendor_id, o.id, 'S' || n,
        'S' || n, o.ordered_on, o.ordered_on + (n % 300)::int, o.ordered_on + 330,
        (array['matched', 'in_approval', 'approved', 'paid'])[1 + n % 4], 100 + n % 99991,
        100 + n % 99991
      from generate_series(1, $2::int) n
      join (
          select *, row_number() over (order by number) as place
          from purchase_order
          where org_id = $1
        ) o
        on o.place = 1 + n % $3::int
    `,
    [agency.orgId, rows, orders],
  );
  await owner.query("set session_replication_role = origin");
  await owner.query("vacuum analyze invoice, purchase_order");
};
