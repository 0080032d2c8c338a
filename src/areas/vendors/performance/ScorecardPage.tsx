import { Star, Target } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Measure } from "./performance.labels.ts";
import type { Scorecard } from "./performance.model.ts";
import { Events, memberLink, ScorecardPanel } from "./Scorecard.tsx";

const EvaluateDialog = dialogOnDemand(
  async () => (await import("./ScorecardDialogs.tsx")).EvaluateDialog,
);
const PlanDialog = dialogOnDemand(async () => (await import("./ScorecardDialogs.tsx")).PlanDialog);

/** /vendor-performance/:id: one vendor's scorecard and the events behind it. */
export default function ScorecardPage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<Measure>("delivery");
  const [dialog, setDialog] = useState<"evaluate" | "plan" | null>(null);
  const read = useGet<Scorecard>(
    "vendor-performance",
    `/api/v1/vendor-performance/${encodeURIComponent(id)}`,
  );
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data)
    return (
      <ErrorPanel error={read.error} what="The scorecard" onRetry={() => void read.refetch()} />
    );
  const card = read.data;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <span className="plate-number">{card.number}</span>
          <h1 className="mt-2">{card.vendor}</h1>
          <p className="text-t2">
            <Link to={pathTo("vendor", { id })}>Vendor record</Link>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {card.canEvaluate && (
            <button type="button" className="btn" onClick={() => setDialog("evaluate")}>
              <Star aria-hidden="true" />
              Evaluate an order
            </button>
          )}
          {card.canPlan && (
            <button type="button" className="btn" onClick={() => setDialog("plan")}>
              <Target aria-hidden="true" />
              Corrective plan
            </button>
          )}
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[380px_minmax(0,1fr)]">
        <ScorecardPanel card={card} open={open} onOpen={setOpen} />
        <Events
          key={open}
          measure={open}
          noun="vendor-performance"
          path={(kind, page) => `/api/v1/vendor-performance/${id}/events?kind=${kind}&page=${page}`}
          order={memberLink}
        />
      </div>
      {dialog === "evaluate" && <EvaluateDialog vendorId={id} onClose={() => setDialog(null)} />}
      {dialog === "plan" && <PlanDialog card={card} onClose={() => setDialog(null)} />}
    </div>
  );
}
