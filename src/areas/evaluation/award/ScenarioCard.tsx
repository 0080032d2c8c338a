import { Download } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { download, messageOf } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import type { ScenarioView } from "./scenario.fields.model.ts";

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
    <Badge
      tone="success"
      label={s.points === null ? "Proven: none is cheaper" : "Proven: none has more points"}
    />
  ) : (
    <Badge
      tone="warning"
      label={
        s.pointsBound !== null
          ? `None can have more than ${s.pointsBound} points`
          : left === null
            ? "Stopped"
            : `Within ${left.toFixed(2)} % of the best possible`
      }
    />
  );
}

function RulePrices({ s }: { s: ScenarioView }) {
  if (s.rulePrices.length === 0) return null;
  return (
    <div className="grid gap-1">
      <h3 className="text-13 text-t3">What each rule costs</h3>
      <Facts>
        {s.rulePrices.map((each) => (
          <Fact key={each.rule} label={each.label}>
            {each.costPoints !== null
              ? `${each.costPoints} points`
              : each.costCents === null
                ? "nothing is possible without it either"
                : each.atMostCents !== null
                  ? `${money(each.costCents)} to ${money(each.atMostCents)}`
                  : money(each.costCents)}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

/** One way to award, with its proof, its points and where it departs from the criteria. */
export function Scenario({
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
          {s.points !== null && (
            <span className="num text-18 font-semibold">{s.points} points</span>
          )}
          <span className={s.points === null ? "num text-18 font-semibold" : "num text-t2"}>
            {money(s.judgedCents)}
          </span>
          {more !== null && (
            <span className={more > 0 ? "num text-t3" : "text-success"}>
              {more > 0 ? `+ ${money(more)}` : "lowest"}
            </span>
          )}
        </div>
        <p className="flex flex-wrap gap-2">
          <Proof s={s} />
          {s.stale && <Badge tone="warning" label="From before the final offers" />}
          {s.parts.length > 0 &&
            (s.departures.length ? (
              <Badge tone="warning" label="Departs from the published criteria" />
            ) : (
              <Badge tone="success" label="Follows the published criteria" />
            ))}
        </p>
        {s.departures.length > 0 && (
          <ul className="grid gap-1 text-13 text-warning" aria-label="Where it departs">
            {s.departures.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {s.paidCents !== null && s.paidCents !== s.judgedCents && (
          <p className="text-13 text-t2">
            To be paid: <span className="num">{money(s.paidCents)}</span>; the rest is preference
            and the cost of changing.
          </p>
        )}
        {s.lots.some((lot) => lot.shares.length > 0) && (
          <Facts>
            {s.lots.map((lot, i) => (
              <Fact key={i} label={lot.name}>
                {lot.shares
                  .map(
                    (share) =>
                      `${share.vendorName}${share.percent < 100 ? ` ${share.percent} %` : ""}`,
                  )
                  .join(", ") || "—"}
              </Fact>
            ))}
          </Facts>
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
