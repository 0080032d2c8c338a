import { useState } from "react";
import { CircleAlert, CircleCheck } from "lucide-react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useDays } from "#web/kit/days.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { StrayGroup, StrayLines } from "../take-back/take-back.model.ts";
import type { CycleDetail } from "./cycle.model.ts";
import { gateTitle } from "./gate.labels.ts";

const TakeBackDialog = dialogOnDemand(
  async () => (await import("../take-back/TakeBackDialog.tsx")).TakeBackDialog,
);

const TakenLinesDialog = dialogOnDemand(
  async () => (await import("../take-back/TakenLinesDialog.tsx")).TakenLinesDialog,
);

/** What a group of stray lines is, in words: where it came from, how many, what it comes to. */
const inWords = (group: StrayGroup): string =>
  [
    `${group.lines} ${group.lines === 1 ? "line" : "lines"}`,
    group.group === "by_hand" ? "adopted by hand" : "from an import",
    group.where === "line" ? "in the year itself" : "in the proposals",
    `${formatCents(group.spending)} to spend${group.revenue ? `, ${formatCents(group.revenue)} of revenue` : ""}`,
  ].join(", ");

function Stray({ cycle }: { cycle: CycleDetail }) {
  const { can } = useAuth();
  const { dayIn } = useDays();
  const [taking, setTaking] = useState<StrayGroup | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const found = useGet<StrayLines>(
    "budget-cycles",
    `/api/v1/fiscal-years/${cycle.fiscalYearId}/stray-lines`,
  );
  const { groups = [], takenBack = [] } = found.data ?? {};
  if (groups.length + takenBack.length === 0) return null;
  return (
    <div className="mt-3 grid gap-2">
      {groups.map((group) => (
        <p key={`${group.where} ${group.group}`} className="flex flex-wrap items-center gap-2">
          <span>
            Since {formatDate(dayIn(group.since))}: {inWords(group)}.
          </span>
          {cycle.canEdit && can("budget.edit") && (
            <button type="button" className="btn" onClick={() => setTaking(group)}>
              Take back
            </button>
          )}
        </p>
      ))}
      {takenBack.map((done) => (
        <p key={done.id} className="text-13 text-t2">
          {done.number} took {done.lines} {done.lines === 1 ? "line" : "lines"} back,{" "}
          {formatDate(dayIn(done.createdAt))}
          {done.takenBy && ` by ${done.takenBy}`}: {done.reason}{" "}
          <button type="button" className="link" onClick={() => setShown(done.id)}>
            Its lines
          </button>
        </p>
      ))}
      {shown && <TakenLinesDialog id={shown} onClose={() => setShown(null)} />}
      {taking && (
        <TakeBackDialog
          fiscalYearId={cycle.fiscalYearId}
          group={taking}
          words={inWords(taking)}
          onClose={() => setTaking(null)}
        />
      )}
    </div>
  );
}

/** The last gate of the cycle, from its first step on: what would stop the adoption, all at once. */
export function Gate({ cycle }: { cycle: CycleDetail }) {
  if (cycle.status === "adopted" || cycle.status === "closed") return null;
  return (
    <Panel title={gateTitle(cycle.gate)}>
      <ul className="checks">
        {cycle.gate.map((f) => (
          <li key={f.code} className={f.kind === "stops" ? "tone-danger" : "tone-warning"}>
            <CircleAlert aria-hidden="true" />
            <span>{f.sentence}</span>
          </li>
        ))}
        {cycle.gate.length === 0 && (
          <li className="tone-success">
            <CircleCheck aria-hidden="true" />
            <span>Every figure is there, every fund keeps its rules.</span>
          </li>
        )}
      </ul>
      <Stray cycle={cycle} />
    </Panel>
  );
}
