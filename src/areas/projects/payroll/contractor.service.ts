import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import { projectOfOrder } from "../pay/contractor.service.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { lackingPayrolls } from "./demand.service.ts";
import type { PayrollStatus } from "./payroll.labels.ts";
import type { ContractorPayroll, ContractorPayrolls, PayrollDetail } from "./payroll.model.ts";
import { payrollNoun, type PayrollStored } from "./payroll.noun.ts";
import { readPayroll } from "./payroll.read.service.ts";
import { changePayroll, enterPayroll, submitPayroll } from "./payroll.service.ts";

// Of another vendor there is no such order.
const ownOrder = async (tx: Tx, vendor: ActingVendor, id: string): Promise<void> => {
  const order = await orderToPay(tx, id);
  if (!order || order.vendorId !== vendor.id) throw notFound("purchase order");
};

const siteOf = async (tx: Tx, orderId: string): Promise<ProjectStored | null> => {
  const order = await orderToPay(tx, orderId);
  const found = order && (await projectOfOrder(tx, order));
  return found ? getRow(tx, project, found.id, "project") : null;
};

type Item = Omit<ContractorPayrolls["items"][number], "status" | "weekEnding"> & {
  status: PayrollStatus;
  weekEnding: Day;
};

const sentOf = (db: Db, orderId: string): Promise<Item[]> =>
  db.rows<Item>(sql`
    select id, number, status, employer, payroll_no, week_ending, no_work, status_reason
    from certified_payroll
    where org_id = ${db.scope.orgId}
      and purchase_order_id = ${orderId}
      and status not in ('draft', 'discarded')
    order by week_ending desc, employer
    limit 200
  `);

/** A contractor's payrolls of its own order, and the weeks that lack. 404 for another vendor's. */
export const readContractorPayrolls = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
): Promise<ContractorPayrolls> =>
  asVendor(app, actor, orgId, async (tx, vendor) => {
    await ownOrder(tx, vendor, orderId);
    const [p, items] = await Promise.all([siteOf(tx, orderId), sentOf(tx, orderId)]);
    const none = { demanded: false, because: "", missing: [], nextNo: 1, classifications: [] };
    if (!p) return { ...none, employer: vendor.name, items };
    const { wages, lacking } = await lackingPayrolls(tx, {
      projectId: p.id,
      purchaseOrderId: orderId,
      to: businessDate(tx.scope),
    });
    const own = items.filter(
      ({ employer }) => employer.toLowerCase() === vendor.name.toLowerCase(),
    );
    return {
      demanded: wages.demanded !== "no",
      because: wages.because,
      missing: lacking.find(({ employer }) => employer === vendor.name)?.weeks.slice(-60) ?? [],
      nextNo: Math.max(0, ...own.map(({ payrollNo }) => payrollNo)) + 1,
      employer: vendor.name,
      classifications: p.wages?.rates.map(({ classification }) => classification) ?? [],
      items,
    };
  });

/** One payroll that the contractor sent of its order. 404 for another vendor's. */
export const readOwnPayroll = (
  app: App,
  actor: Actor,
  orgId: string,
  at: { orderId: string; id: string },
): Promise<PayrollDetail> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownOrder(tx, vendor, at.orderId);
    const held = (await sentOf(tx, at.orderId)).some(({ id }) => id === at.id);
    if (!held) throw notFound("certified payroll");
    return { ...(await readPayroll(tx, asSystem(who), at.id)), actions: [], canEdit: false };
  });

/**
 * The contractor sends a payroll of a week on its own order, or corrects what was returned of that
 * week, and signs it by sending. 404 for another vendor's order; 409 `no_project`; the errors of a
 * payroll.
 */
export const sendPayroll = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
  { certified: _certified, ...input }: ContractorPayroll,
): Promise<PayrollStored> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    await ownOrder(tx, vendor, orderId);
    const p = await siteOf(tx, orderId);
    if (!p) throw conflict("no_project", "No project of the agency takes payrolls of this order.");
    const by = asSystem(who);
    const whole = { ...input, purchaseOrderId: orderId };
    const returned = (await sentOf(tx, orderId)).find(
      (each) =>
        each.status === "returned" &&
        each.weekEnding === input.weekEnding &&
        each.employer.toLowerCase() === input.employer.toLowerCase(),
    );
    if (!returned) {
      const made = await enterPayroll(tx, by, { ...whole, projectId: p.id });
      return submitPayroll(tx, by, { id: made.id, version: made.version });
    }
    const { version } = await getRow(tx, payrollNoun.table, returned.id, "certified payroll");
    const changed = await changePayroll(tx, by, returned.id, whole, version);
    return submitPayroll(tx, by, { id: changed.id, version: changed.version });
  });
