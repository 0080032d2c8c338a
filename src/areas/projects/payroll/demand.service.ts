// Whether prevailing wages are demanded of a project, and which weeks lack their payroll.
import {
  strictestThreshold,
  wagesTogether,
  type WageDemand,
} from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { accountsOfProject, workOfAccounts } from "#areas/budget/budget.server.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { projectOrders } from "../pay/orders.service.ts";
import { project } from "../projects.tables.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import type { PayrollStatus } from "./payroll.labels.ts";
import type { PayrollWeeks } from "./payroll.model.ts";
import { findingsIn, type PayrollStored } from "./payroll.noun.ts";
import { missingWeeks } from "./wages.model.ts";

/** What the awards that pay for a project say of prevailing wages. */
const wagesOfProject = async (
  db: Db,
  { segmentId }: Pick<ProjectStored, "segmentId">,
): Promise<WageDemand> => {
  const accounts = await accountsOfProject(db, segmentId);
  const work = accounts.length ? [...(await workOfAccounts(db, accounts)).values()] : [];
  return wagesTogether(work.map(({ wages }) => wages));
};

/** The same of one of its orders: below the amount of the rule of today nothing is demanded. */
const wagesOfOrder = async (
  db: Db,
  p: Pick<ProjectStored, "segmentId">,
  order: { lines: readonly { amount: number }[] },
): Promise<WageDemand> => {
  const [said, rules] = await Promise.all([wagesOfProject(db, p), listRules(db)]);
  const least = strictestThreshold(rules, "clause.davisBacon", businessDate(db.scope));
  const amount = order.lines.reduce((sum, line) => sum + line.amount, 0);
  return said.demanded !== "no" && least && amount <= least.cents
    ? {
        demanded: "no",
        because: `the order is of ${formatCents(amount)}, not above ${formatCents(least.cents)} (${least.rule.citation})`,
      }
    : said;
};

type Sent = Pick<PayrollStored, "id" | "employer" | "weekEnding" | "workers" | "final"> & {
  status: PayrollStatus;
};

/** Payrolls of a project that stand, the oldest week first. */
const sentOf = (db: Db, projectId: string): Promise<Sent[]> =>
  db.rows<Sent>(sql`
    select id, employer, week_ending, status, workers, final
    from certified_payroll
    where org_id = ${db.scope.orgId} and project_id = ${projectId} and status <> 'discarded'
    order by week_ending, employer
    limit 5000
  `);

type OnSite = { employer: string; day: Day; number: string };

/** Employers whose crews submitted logs saw, day by day. */
const seenOf = (db: Db, projectId: string): Promise<OnSite[]> =>
  db.rows<OnSite>(sql`
    select distinct crew ->> 'employer' as employer, d.day, d.number
    from daily_log d
    cross join jsonb_array_elements(d.crews) crew
    where d.org_id = ${db.scope.orgId} and d.project_id = ${projectId} and d.status = 'submitted'
    order by 2, 1
    limit 20000
  `);

const same = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.,]+/g, " ")
    .trim();

/** Payrolls of one employer, and from when on each of its weeks has one. */
type Employer = {
  name: string;
  /** Every week is told of: the contractor of an order. Others tell of the weeks in which they were seen. */
  every: boolean;
  from: Day | null;
  sent: Sent[];
  seen: OnSite[];
};

const employersOf = (
  p: ProjectStored,
  vendors: readonly string[],
  sent: readonly Sent[],
  seen: readonly OnSite[],
): Employer[] => {
  const called = new Map<string, string>();
  for (const name of [...vendors, ...sent.map((s) => s.employer), ...seen.map((s) => s.employer)])
    if (!called.has(same(name))) called.set(same(name), name);
  const primes = new Set(vendors.map(same));
  const begin = [p.beganOn ?? p.startsOn, p.startsOn]
    .filter((each) => each !== null)
    .toSorted()
    .at(-1);
  return [...called].map(([key, name]): Employer => {
    const own = seen.filter((each) => same(each.employer) === key);
    const its = sent.filter((each) => same(each.employer) === key);
    const first = [begin, own[0]?.day, its[0] && addDays(its[0].weekEnding, -6)];
    return {
      name,
      every: primes.has(key),
      from: first.filter((each) => each !== undefined).toSorted()[0] ?? null,
      sent: its,
      seen: own,
    };
  });
};

// A payroll that was returned, or whose pay is too low, tells of no week yet.
const counts = (s: Sent, wages: PayrollWeeks["wages"]): boolean =>
  s.status === "accepted" ||
  (s.status === "submitted" && findingsIn(s, wages).every(({ kind }) => kind === "unknown"));

const lackingOf = (e: Employer, wages: PayrollWeeks["wages"], to: Day): Day[] => {
  if (!e.from) return [];
  const told = e.sent.filter((s) => counts(s, wages)).map((s) => s.weekEnding);
  const last = e.sent.find((s) => s.final && counts(s, wages))?.weekEnding;
  const until = last && last < to ? last : to;
  const missing = missingWeeks({ from: e.from, to: until }, told);
  return e.every
    ? missing
    : missing.filter((end) => e.seen.some(({ day }) => day <= end && day > addDays(end, -7)));
};

const readAll = async (db: Db, p: ProjectStored) => {
  const [orders, sent, seen] = await Promise.all([
    projectOrders(db, p),
    sentOf(db, p.id),
    seenOf(db, p.id),
  ]);
  return { orders, sent, seen };
};

export type LackingPayrolls = { employer: string; weeks: Day[] };

/**
 * The weeks to a day of which an order's contractor, or an employer whom the logs saw, sent no payroll
 * that counts; with why they are demanded. Nothing is demanded: no weeks.
 */
export const lackingPayrolls = async (
  db: Db,
  { projectId, purchaseOrderId, to }: { projectId: string; purchaseOrderId: string; to: Day },
): Promise<{ wages: WageDemand; lacking: LackingPayrolls[] }> => {
  const [p, order] = await Promise.all([
    getRow(db, project, projectId, "project"),
    orderToPay(db, purchaseOrderId),
  ]);
  const wages = await wagesOfOrder(db, p, order ?? { lines: [] });
  if (wages.demanded === "no" || !order) return { wages, lacking: [] };
  const [{ orders, sent, seen }, names] = await Promise.all([
    readAll(db, p),
    vendorsNamed(db, [order.vendorId]),
  ]);
  const vendor = names.get(order.vendorId) ?? "";
  // Whoever has an order of its own on the project answers for itself with that.
  const others = new Set(
    orders.flatMap((o) => (o.vendor && o.vendor !== vendor ? [same(o.vendor)] : [])),
  );
  const lacking = employersOf(p, [vendor], sent, seen)
    .filter((e) => !others.has(same(e.name)))
    .map((e) => ({ employer: e.name, weeks: lackingOf(e, p.wages, to) }))
    .filter(({ weeks }) => weeks.length > 0);
  return { wages, lacking };
};

/** So many weeks are drawn. */
const drawn = 26;

/** Weeks of a project by employer, newest last, and whether payrolls are demanded. 404. */
export const readPayrollWeeks = async (db: Db, projectId: string): Promise<PayrollWeeks> => {
  const p = await getRow(db, project, projectId, "project");
  const [{ orders, sent, seen }, demand] = await Promise.all([
    readAll(db, p),
    wagesOfProject(db, p),
  ]);
  const end = p.completedOn ?? p.closedOn;
  const today = businessDate(db.scope);
  const to = end && end < today ? end : today;
  const vendors = [...new Set(orders.flatMap(({ vendor }) => vendor ?? []))];
  const employers = employersOf(p, vendors, sent, seen).map((e) => {
    const missing = demand.demanded === "no" ? [] : lackingOf(e, p.wages, to);
    const weeks = e.sent.map((s) => ({
      ending: s.weekEnding,
      state: s.status as PayrollWeeks["employers"][number]["weeks"][number]["state"],
      payrollId: s.id as string | null,
    }));
    const held = new Set(weeks.map(({ ending }) => ending));
    const open = missing
      .filter((ending) => !held.has(ending))
      .map((ending) => ({ ending, state: "missing" as const, payrollId: null }));
    return {
      employer: e.name,
      weeks: [...weeks, ...open].toSorted((a, b) => (a.ending < b.ending ? -1 : 1)).slice(-drawn),
    };
  });
  return {
    ...demand,
    wages: p.wages,
    orders: orders.map(({ id, number, vendor }) => ({ id, number, vendor: vendor ?? "" })),
    employers: employers.filter(({ weeks }) => weeks.length > 0),
  };
};
