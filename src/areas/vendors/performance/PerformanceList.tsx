import { RefreshCw } from "lucide-react";
import { counted } from "#kernel/words.ts";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { measures, planStatuses } from "./performance.labels.ts";
import type { PlanRow, ScoreRow } from "./performance.model.ts";

const mark = (id: keyof ScoreRow & string, label: string): Column<ScoreRow> => ({
  id,
  label,
  kind: "number",
  value: (r) => r[id] as number | null,
});
const columns: readonly Column<ScoreRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "name", label: "Vendor", kind: "text", value: (r) => r.name },
  mark("score", "Score"),
  mark("delivery", measures.delivery.label),
  mark("quality", measures.quality.label),
  mark("price", measures.price.label),
  mark("dispute", measures.dispute.label),
  mark("evaluation", measures.evaluation.label),
  mark("events", "Events"),
  {
    id: "openPlans",
    label: "Open plans",
    kind: "number",
    value: (r) => r.openPlans,
    sortable: false,
  },
];
const filters: readonly Filter[] = [
  { id: "score", label: "Score", kind: "number" },
  { id: "few", label: "Too few events", kind: "flag" },
  { id: "planned", label: "Plan open", kind: "flag" },
];
const planColumns: readonly Column<PlanRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (r) => r.number },
  { id: "vendor", label: "Vendor", kind: "text", value: (r) => r.vendor },
  { id: "title", label: "Plan", kind: "text", value: (r) => r.title, sortable: false },
  { id: "dueOn", label: "Due", kind: "day", value: (r) => r.dueOn },
  { id: "status", label: "Status", kind: "status", value: (r) => r.status, statuses: planStatuses },
];
const planFilters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(planStatuses),
  },
];

/**
 * /vendor-performance: scorecards of the vendors that had events in the last year, and corrective
 * plans.
 */
export default function PerformanceList() {
  const { can } = useAuth();
  const again = useMutationAction<{ vendors: number }>("vendor-performance");
  const recompute = () =>
    again.mutate(
      { path: "/api/v1/vendor-performance/actions/recompute", body: {} },
      {
        onSuccess: (r) => notify.done(`${counted(r.vendors, "scorecard")} are up to date`),
        onError: (error) => notify.failed("Not worked out", error),
      },
    );
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <h1>Vendor performance</h1>
          <p className="mt-1 text-t2">
            Only from events: receipts against promised dates, rejections, invoice prices, disputes,
            evaluations. A low score excludes nobody.
          </p>
        </div>
        {can("vendor.plan") && (
          <button type="button" className="btn" disabled={again.isPending} onClick={recompute}>
            <RefreshCw aria-hidden="true" />
            Work out now
          </button>
        )}
      </div>
      <Tabs
        label="Vendor performance"
        tabs={[
          {
            id: "scores",
            label: "Scorecards",
            content: () => (
              <DataTable<ScoreRow>
                name="vendor-performance"
                title="Scorecards"
                path="/api/v1/vendor-performance"
                columns={columns}
                filters={filters}
                defaultSort="score"
                rowHref={(r) => pathTo("vendorScorecard", { id: r.id })}
                embedded
                empty={{
                  title: "No scorecards yet",
                  text: "They are worked out every night from the events of the last year.",
                }}
              />
            ),
          },
          {
            id: "plans",
            label: "Corrective plans",
            content: () => (
              <DataTable<PlanRow>
                name="corrective-plans"
                title="Corrective plans"
                path="/api/v1/corrective-plans"
                columns={planColumns}
                filters={planFilters}
                defaultSort="-createdAt"
                rowHref={(r) => pathTo("correctivePlan", { id: r.id })}
                embedded
                empty={{ title: "No corrective plans", text: "Begin one on a vendor's scorecard." }}
              />
            ),
          },
        ]}
      />
    </div>
  );
}
