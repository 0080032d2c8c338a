import type { OwnField } from "#kernel/own-check.ts";
import type { Instant } from "#kernel/time.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { OwnSubject } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { options } from "#kernel/labels.ts";
import { methods } from "../method/method.labels.ts";
import { orderFlow } from "../order/order-flow.service.ts";

const flowFields: readonly OwnField[] = Object.entries(orderFlow.fields).map(
  ([name, { label, kind, choices }]) => ({
    name,
    label,
    kind,
    choices: Object.entries(choices ?? {}).map(([value, words]) => ({ value, label: words })),
  }),
);

/** What the agency's own checks may read of an order: the facts of workflows, its method, and its lines. */
const fields: readonly OwnField[] = [
  ...flowFields,
  { name: "vendor", label: "Vendor", kind: "text", choices: [] },
  { name: "department", label: "Department (code)", kind: "text", choices: [] },
  { name: "method", label: "Method", kind: "choice", choices: options(methods) },
  { name: "aggregateAmount", label: "With like purchases", kind: "money", choices: [] },
  { name: "underContract", label: "Under a contract", kind: "yesNo", choices: [] },
  { name: "lineCount", label: "Number of lines", kind: "number", choices: [] },
  { name: "largestLine", label: "Largest line", kind: "money", choices: [] },
  { name: "uncoded", label: "Lines without a commodity code", kind: "number", choices: [] },
];

type Row = Record<string, unknown> & { id: string; status: string; issuedAt: Instant | null };

const rowsOf = (db: Db, ids: readonly string[]): Promise<Row[]> =>
  db.rows<Row>(sql`
    select
      o.id, o.status, o.issued_at, o.title, o.amount, o.ordered_on, o.promised_on, o.terms_days,
      o.federal, o.emergency, o.method, o.aggregate_amount,
      o.contract_id is not null as under_contract, v.name as vendor, d.code as department,
      (
        select count(*)::int
        from purchase_order_line l
        where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled
      ) as line_count,
      (
        select max(l.amount)
        from purchase_order_line l
        where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled
      ) as largest_line,
      (
        select count(*)::int
        from purchase_order_line l
        where l.org_id = o.org_id
          and l.purchase_order_id = o.id
          and not l.cancelled
          and l.commodity_code is null
      ) as uncoded
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    join department d on d.org_id = o.org_id and d.id = o.department_id
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
    order by o.id
  `);

/** Purchase orders, as checks that an agency writes itself read them. */
export const ownOrders: OwnSubject = {
  fields,
  stops: "order.issue",
  dayNamed: "the day on which the order goes out",
  read: async (db, ids) =>
    (await rowsOf(db, ids)).map((row) => ({
      id: row.id,
      binding: row.issuedAt !== null,
      aside:
        row.status === "draft" || row.status === "returned"
          ? "The order is still being written."
          : row.status === "cancelled" && row.issuedAt === null
            ? "The order never went out."
            : null,
      day: row.issuedAt ? dayIn(db.scope, row.issuedAt) : businessDate(db.scope),
      values: Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null])),
    })),
};
