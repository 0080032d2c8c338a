import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { inHours } from "../hours/hours.labels.ts";
import type { AssetCost, WorkCost } from "./cost.model.ts";

const money = (cents: number | null) => (cents === null ? "" : formatCents(cents));
const time = (minutes: number | null) => Boolean(minutes) && inHours(minutes!);
const partsOf = (rated: boolean, timeZone: string): readonly LinePart<WorkCost>[] => [
  {
    label: "Work",
    as: "title",
    cell: (w) =>
      w.workOrderId ? (
        <Link to={pathTo("workOrder", { id: w.workOrderId })}>
          <span className="mono">{w.number}</span> {w.title}
        </Link>
      ) : (
        w.title
      ),
  },
  { label: "Completed", cell: (w) => w.completedAt && formatInstant(w.completedAt, timeZone) },
  { label: "People", cell: (w) => time(w.minutes) },
  { label: "Units", cell: (w) => time(w.equipmentMinutes) },
  ...(rated ? [{ label: "Hours, $", cell: (w: WorkCost) => money(w.hourCents) }] : []),
  { label: "Bought", cell: (w) => w.purchaseCents !== 0 && formatCents(w.purchaseCents) },
  {
    label: "Cost, $",
    as: "amount",
    cell: (w) => formatCents((w.hourCents ?? 0) + w.purchaseCents, { symbol: false }),
  },
];

/** What work on an asset cost: each order opens, and shows its hours and invoices. */
export function AssetCostPanel({ assetId }: { assetId: string }) {
  const { timeZone } = useAgency();
  const found = useGet<AssetCost>("work-orders", `/api/v1/assets/${assetId}/cost`);
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The cost of its work" />;
  const { work, hourCents, purchaseCents, unrated } = found.data;
  if (work.length === 0)
    return (
      <Panel title="Cost of its work">
        <p className="text-t2">No approved hours and no posted invoice yet.</p>
      </Panel>
    );
  const all = (hourCents ?? 0) + purchaseCents;
  return (
    <Panel title="Cost of its work" aside={formatCents(all)}>
      <LineTable
        label="Cost by work order"
        parts={partsOf(hourCents !== null, timeZone)}
        lines={work}
        keyOf={(w) => w.workOrderId ?? "none"}
        total={{ label: "Total", amount: formatCents(all, { symbol: false }) }}
      />
      <p className="mt-3 text-12 text-t2">
        {hourCents === null
          ? "Posted invoices alone: what hours cost is read by who may read rates."
          : "Approved hours by the rate of their day, and posted invoices."}
        {unrated > 0 && ` ${unrated} rows of hours have no rate on their day and count nothing.`}
      </p>
    </Panel>
  );
}
