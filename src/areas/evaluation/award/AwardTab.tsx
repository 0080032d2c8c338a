import { Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import { useEvaluationAction } from "../evaluation/Panels.tsx";
import { Scenario } from "./ScenarioCard.tsx";
import type { ScenarioView } from "./scenario.fields.model.ts";

const ReasonDialog = dialogOnDemand(
  async () => (await import("#web/kit/TextDialog.tsx")).TextDialog,
);
const ScenarioForm = dialogOnDemand(async () => (await import("./ScenarioForm.tsx")).ScenarioForm);

/**
 * Ways to award, side by side: for comparison the lowest per lot and one vendor alone; the optimum
 * with its proof; the optimum under rules.
 */
export function AwardTab({ e }: { e: EvaluationDetail }) {
  const path = `/api/v1/evaluations/${e.id}/scenarios`;
  const scenarios = useGet<{ items: ScenarioView[] }>("evaluations", path);
  const add = useMutationAction("evaluations");
  const { post } = useEvaluationAction(e.id);
  const [asking, setAsking] = useState(false);
  const [departing, setDeparting] = useState<ScenarioView | null>(null);
  const open = e.canManage && (e.status === "price_opened" || e.status === "ranked");
  const items = scenarios.data?.items ?? [];
  const judged = items.flatMap((s) => (s.judgedCents === null || s.stale ? [] : [s.judgedCents]));
  const best = judged.length ? Math.min(...judged) : null;
  const make = async (name: string, kind: string, rules: object = {}) =>
    add.mutateAsync({ path, body: { name, kind, rules } });
  const choose = (s: ScenarioView, departure: string | null = null) =>
    post("save-writing", { scenarioId: s.id, departure }, `${s.name} is recommended`, () =>
      setDeparting(null),
    );
  const usual = async () => {
    try {
      for (const [name, kind] of [
        ["Lowest for each lot", "lowest"],
        ["One vendor for everything", "single"],
        ["Optimum", "optimum"],
      ] as const)
        await make(name, kind);
    } catch (error) {
      notify.failed("Not worked out", messageOf(error));
    }
  };
  if (!["price_opened", "ranked", "recommended", "approved", "ended"].includes(e.status))
    return (
      <Panel title="Award">
        <p className="text-t2">Awards are compared once the prices are open.</p>
      </Panel>
    );
  return (
    <>
      {open && (
        <div className="flex flex-wrap gap-2">
          {items.every((s) => s.stale) && (
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={add.isPending}
              onClick={() => {
                if (!add.isPending) void usual();
              }}
            >
              Compare the usual ways
            </button>
          )}
          <button type="button" className="btn" onClick={() => setAsking(true)}>
            <Plus aria-hidden="true" />
            With rules
          </button>
        </div>
      )}
      {scenarios.isPending ? (
        <TableSkeleton columns={3} label="Loading the scenarios" />
      ) : !scenarios.data ? (
        <ErrorPanel
          error={scenarios.error}
          what="The scenarios"
          onRetry={() => void scenarios.refetch()}
        />
      ) : items.length === 0 && !open ? (
        <p className="text-t2">No way to award was worked out.</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
          {items.map((s) => (
            <Scenario
              key={s.id}
              s={s}
              e={e}
              best={best}
              onChoose={open ? () => (s.departures.length ? setDeparting(s) : choose(s)) : null}
            />
          ))}
        </div>
      )}
      {departing && (
        <ReasonDialog
          title="This departs from the published criteria"
          hint={`${departing.departures.join(". ")}. The award goes to the proposal that is most advantageous by the criteria that were published (2 CFR 200.320(b)(2)). Memo, approver and notice to bidders state your reason.`}
          label="Why the award departs from them"
          confirm="Recommend it with this reason"
          least={20}
          onClose={() => setDeparting(null)}
          onConfirm={(reason) => choose(departing, reason)}
        />
      )}
      {asking && (
        <ScenarioForm
          e={e}
          onClose={() => setAsking(false)}
          onSubmit={async (name, rules) => {
            await make(name, "rules", rules);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
