import { Download, Plus } from "lucide-react";
import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { download, messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import { useEvaluationAction } from "../evaluation/Panels.tsx";
import type { ScenarioView } from "./scenario.fields.model.ts";

const ScenarioForm = dialogOnDemand(async () => (await import("./ScenarioForm.tsx")).ScenarioForm);

const money = (cents: number | null) => (cents === null ? "—" : formatCents(cents));
const gap = (s: ScenarioView) =>
  s.judgedCents === null || s.boundCents === null || s.judgedCents === 0
    ? null
    : (100 * (s.judgedCents - s.boundCents)) / s.judgedCents;
const busy = (s: ScenarioView) => s.status === "waiting" || s.status === "solving";

/** What is known of how good an award is, in words. */
function Proof({ s }: { s: ScenarioView }) {
  if (busy(s)) return <Badge tone="progress" label="Being worked out" />;
  if (s.status === "failed") return <Badge tone="danger" label="Failed" />;
  if (s.status === "infeasible") return <Badge tone="danger" label="No award keeps these rules" />;
  if (s.kind === "lowest" || s.kind === "single")
    return s.broken.length ? (
      <Badge tone="warning" label={`Breaks: ${s.broken.join(", ")}`} />
    ) : (
      <Badge tone="neutral" label="For comparison" />
    );
  const left = gap(s);
  return s.status === "optimal" ? (
    <Badge tone="success" label="Proven: none is cheaper" />
  ) : (
    <Badge
      tone="warning"
      label={left === null ? "Stopped" : `Within ${left.toFixed(2)} % of the best possible`}
    />
  );
}

function RulePrices({ s }: { s: ScenarioView }) {
  if (s.rulePrices.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-13 text-t3">What each rule costs</h3>
      <dl className="facts">
        {s.rulePrices.map((each) => (
          <div key={each.rule} className="contents">
            <dt>{each.label}</dt>
            <dd className="num">
              {each.costCents === null
                ? "nothing is possible without it either"
                : each.atMostCents !== null
                  ? `${money(each.costCents)} to ${money(each.atMostCents)}`
                  : money(each.costCents)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Scenario({
  s,
  e,
  best,
  onChoose,
}: {
  s: ScenarioView;
  e: EvaluationDetail;
  best: number | null;
  onChoose: (() => void) | null;
}) {
  const chosen = e.content?.scenarioId === s.id;
  const more = s.judgedCents === null || best === null || s.stale ? null : s.judgedCents - best;
  const text = () =>
    void download(`/api/v1/evaluations/${e.id}/scenarios/${s.id}/program`).catch((error: unknown) =>
      notify.failed("The program could not be fetched", messageOf(error)),
    );
  return (
    <Panel
      title={s.name}
      level="h3"
      aside={chosen ? <Badge tone="success" label="Recommended" /> : undefined}
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <span className="num text-18 font-semibold">{money(s.judgedCents)}</span>
          {more !== null && (
            <span className={more > 0 ? "num text-t3" : "text-success"}>
              {more > 0 ? `+ ${money(more)}` : "lowest"}
            </span>
          )}
        </div>
        <p className="flex flex-wrap gap-2">
          <Proof s={s} />
          {s.stale && <Badge tone="warning" label="From before the final offers" />}
        </p>
        {s.paidCents !== null && s.paidCents !== s.judgedCents && (
          <p className="text-13 text-t2">
            To be paid: <span className="num">{money(s.paidCents)}</span>; the rest is preference
            and the cost of changing.
          </p>
        )}
        {s.lots.some((lot) => lot.shares.length > 0) && (
          <dl className="facts">
            {s.lots.map((lot, i) => (
              <div key={i} className="contents">
                <dt>{lot.name}</dt>
                <dd>
                  {lot.shares
                    .map(
                      (share) =>
                        `${share.vendorName}${share.percent < 100 ? ` ${share.percent} %` : ""}`,
                    )
                    .join(", ") || "—"}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <RulePrices s={s} />
        {s.notes.map((note, i) => (
          <p key={i} className="text-13 text-warning">
            {note.vendorName}: {note.text}
          </p>
        ))}
        {s.kind !== "lowest" && s.kind !== "single" && s.seconds > 0 && (
          <p className="text-12 text-t3">
            {s.seconds.toFixed(2)} s, {counted(s.bids, "bid")}, {s.bidsKept} left to search
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {onChoose && s.parts.length > 0 && !chosen && !s.stale && (
            <button type="button" className="btn btn-small" onClick={onChoose}>
              Recommend this<span className="visually-hidden"> {s.name}</span>
            </button>
          )}
          <button type="button" className="btn btn-quiet btn-small" onClick={text}>
            <Download aria-hidden="true" />
            Program<span className="visually-hidden"> of {s.name}</span>
          </button>
        </div>
      </div>
    </Panel>
  );
}

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
  const open = e.canManage && (e.status === "price_opened" || e.status === "ranked");
  const items = scenarios.data?.items ?? [];
  const judged = items.flatMap((s) => (s.judgedCents === null || s.stale ? [] : [s.judgedCents]));
  const best = judged.length ? Math.min(...judged) : null;
  const make = async (name: string, kind: string, rules: object = {}) =>
    add.mutateAsync({ path, body: { name, kind, rules } });
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
              onChoose={
                open
                  ? () => post("save-writing", { scenarioId: s.id }, `${s.name} is recommended`)
                  : null
              }
            />
          ))}
        </div>
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
