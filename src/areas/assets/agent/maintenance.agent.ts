import { byMean, failingCases, saidOf } from "./failing.evaluation.ts";
import { z } from "zod";
import { dateIn, formatDate, formatInstant } from "#kernel/dates.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { listPage } from "#server/http/list.ts";
import { cycleRow, planRow, type PlanRow } from "../plan/plan.model.ts";
import { workOrderList } from "../work-order/work-order.list.ts";
import { workOrderRow, type WorkOrderRow } from "../work-order/work-order.model.ts";
import {
  comesTooSeldom,
  failing,
  fewestFailures,
  intervalOf,
  type Failing,
} from "./intervals.model.ts";

const reads = {
  work: reading("/api/v1/work-orders", listPage(workOrderRow)),
  plans: reading("/api/v1/maintenance-plans", z.object({ items: z.array(planRow) })),
  cycles: reading("/api/v1/plan-cycles", listPage(cycleRow)),
};
type At = Reader<typeof reads>;

const yearsBack = 3;
const mostPages = 6;

/** Failures of assets in the last years, as work orders that mended something. */
const failuresIn = async (at: At): Promise<WorkOrderRow[]> => {
  const from = addDays(at.today, -365 * yearsBack);
  const rows: WorkOrderRow[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const { items } = await at.read("work", {
      query: { failure: true, onAsset: true, "created.min": from, limit: 500, page, count: "none" },
    });
    rows.push(...items);
    if (items.length < 500) break;
  }
  return rows;
};

const covers = (plan: PlanRow, assetId: string) =>
  plan.status === "published" && plan.assetIds.includes(assetId);

const order = (asset: string, row: Failing, today: Day): Proposal => {
  const due = row.next > addDays(today, 14) ? addDays(row.next, -7) : addDays(today, 7);
  const title = `Look at ${asset} before it fails again`;
  const description = `It failed ${row.failures.length} times in ${yearsBack} years, every ${row.medianDays} days in the middle, last on ${row.last}.`;
  return {
    label: "Draft a work order",
    endpoint: "POST /api/v1/work-orders",
    params: {},
    body: { title, description, kind: "preventive", assetId: row.assetId, dueOn: due },
    record: null,
    changes: [
      { label: "Work", path: "title", from: "", to: title },
      { label: "Due on", path: "dueOn", from: "", to: due },
      { label: "Description", path: "description", from: "", to: description },
    ],
  };
};

const foundOf = (
  row: Failing,
  own: readonly WorkOrderRow[],
  plans: readonly PlanRow[],
  { today, timeZone }: Pick<At, "today" | "timeZone">,
): Found | null => {
  const newest = own[0]!;
  const asset = newest.asset ?? "the asset";
  const plan = plans.find((each) => covers(each, row.assetId));
  const interval = plan ? intervalOf(plan) : null;
  if (plan && !comesTooSeldom(interval, row.medianDays)) return null;
  const href = `/asset-management/${row.assetId}`;
  return {
    key: `failing:${row.assetId}`,
    sameness: `${row.failures.length} ${plan?.id ?? ""}`,
    subject: { id: newest.id, number: asset, href },
    what: plan
      ? `${asset} fails every ${row.medianDays} days; ${plan.name} comes every ${interval}.`
      : `${asset} failed ${row.failures.length} times, and no plan names it.`,
    why: `${counted(row.failures.length, "failure")} in ${yearsBack} years with ${row.medianDays} days between them in the middle; the last on ${formatDate(row.last)}, so that the next is due about ${formatDate(row.next)}. Fewer than ${fewestFailures} would say nothing.`,
    since: row.last,
    dueOn: row.next > today ? row.next : null,
    cents: 0,
    sources: own.slice(0, 6).map((work) => ({
      kind: "record" as const,
      label: work.number,
      href: `/maintenance-management/${work.id}`,
      says: `${work.title}, ${formatInstant(work.createdAt, timeZone)}`,
    })),
    proposal: order(asset, row, today),
  };
};

/** Says which assets fail sooner than their plan comes, and drafts the work before the next failure. */
export const maintenanceAgent = defineAgent({
  id: "maintenance",
  version: 1,
  name: "Maintenance agent",
  task: "Says which assets fail sooner than their maintenance plan comes, or fail without one, and drafts the work before the next failure is due.",
  how: [
    `It reads corrective and emergency work on assets of the last ${yearsBack} years, published plans, and work that is open.`,
    `It says nothing below ${fewestFailures} failures; two of one day are one. The middle of the days between them says when the next one is due.`,
    "A plan by the calendar that comes less often than the asset fails contradicts what happens; one by a meter is not judged.",
    "It proposes a draft of a work order. Changing the plan is for whoever publishes plans.",
  ],
  subject: { list: workOrderList, permission: "workOrder.read", label: "work orders" },
  reads,
  proposes: ["POST /api/v1/work-orders"],
  evaluation: {
    cases: failingCases,
    answer: saidOf,
    baseline: byMean,
    beside: "the mean of the days between failures, from two on",
  },
  find: async (at) => {
    const [failures, { items: plans }] = [await failuresIn(at), await at.read("plans")];
    const { items: open } = await at.read("work", {
      query: { open: true, kind: "preventive", onAsset: true, limit: 500, count: "none" },
    });
    const planned = new Set(open.map(({ assetId }) => assetId));
    const { items: late } = await at.read("cycles", { query: { late: true, limit: 200 } });
    for (const { assetId } of late) planned.add(assetId);
    const days = failures.map((work) => ({
      assetId: work.assetId!,
      on: dateIn(work.createdAt, at.timeZone),
    }));
    return failing(days)
      .filter(({ assetId }) => !planned.has(assetId))
      .flatMap((row) => {
        const own = failures
          .filter(({ assetId }) => assetId === row.assetId)
          .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
        return foundOf(row, own, plans, at) ?? [];
      });
  },
});
