import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { StageBoard } from "#areas/procurement/procurement.ui.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { directions, shownValue } from "../../quality/measures.labels.ts";
import type { LineChoice } from "../../nonconformance/nonconformance.model.ts";
import type { QualityAnswer } from "../../quality/objective.model.ts";
import { ControlChart } from "./ControlChart.tsx";

const ReportDialog = dialogOnDemand(async () => (await import("./ReportDialog.tsx")).ReportDialog);

const part = (n: number, text: string, to?: string): FindingPart[] =>
  n > 0 ? [{ text, ...(to && { to }) }] : [];

const partsOf = (q: QualityAnswer): FindingPart[] => {
  const [objectives, cases] = [pathTo("qualityObjectives"), pathTo("nonconformances")];
  return [
    ...part(
      q.outside,
      `${counted(q.outside, "objective is", "objectives are")} out of its limits`.replace(
        "objectives are out of its",
        "objectives are out of their",
      ),
      q.outside === 1 ? pathTo("qualityObjective", { id: q.objectives[0]!.id }) : objectives,
    ),
    ...part(
      q.proposals,
      `${counted(q.proposals, "signal waits", "signals wait")} for a decision`,
      `${objectives}?signal=true`,
    ),
    ...part(
      q.uncontained,
      `${counted(q.uncontained, "nonconformance is", "nonconformances are")} not contained`,
      `${cases}?status=reported`,
    ),
    ...part(
      q.undecided,
      `${counted(q.undecided, "nonconformance waits", "nonconformances wait")} for a decision`,
      `${cases}?status=contained`,
    ),
    ...part(
      q.unreported,
      `${counted(q.unreported, "rejected line is", "rejected lines are")} not reported`,
      `${pathTo("quality")}?report=new`,
    ),
  ];
};

function Objectives({ q }: { q: QualityAnswer }) {
  return (
    <section className="grid gap-4" aria-labelledby="objectives">
      <div className="flex flex-wrap items-baseline gap-3">
        <h2 id="objectives">Objectives</h2>
        <Link className="text-link text-13" to={pathTo("qualityObjectives")}>
          All objectives
        </Link>
      </div>
      {q.objectives.length === 0 && (
        <p className="text-t2">
          None is active. A quality officer sets what is measured, against which target.
        </p>
      )}
      <div className="grid gap-5 xl:grid-cols-2">
        {q.objectives.map((of) => (
          <div key={of.id} className="grid content-start gap-2">
            <h3>
              <Link className="text-link" to={pathTo("qualityObjective", { id: of.id })}>
                {of.name}
              </Link>
              <span className="ml-2 text-13 font-normal text-t2">
                {directions[of.direction].toLowerCase()} {shownValue(of.measure, Number(of.target))}
              </span>
            </h3>
            <ControlChart of={of} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** Objectives with their control charts, those out of limits first; nonconformances as a board. */
export default function QualityPage() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  // "new", or the rejected line of a receipt that is reported.
  const reporting = search.get("report");
  const line = useGet<{ items: LineChoice[] }>(
    "nonconformances",
    `/api/v1/rejected-lines?id=${reporting}`,
    { enabled: reporting !== null && reporting !== "new" },
  );
  const setReporting = (open: boolean) =>
    setSearch(open ? { report: "new" } : {}, { replace: true });
  const { data } = useGet<QualityAnswer>("quality", "/api/v1/quality");
  return (
    <>
      <StageBoard
        title="Quality"
        noun="nonconformances"
        path="/api/v1/nonconformance-board"
        departments={false}
        action={
          <Held permission="quality.report" what="Report a nonconformance">
            <button type="button" className="btn btn-primary" onClick={() => setReporting(true)}>
              Report a nonconformance
            </button>
          </Held>
        }
        finding={
          data && (
            <>
              <Finding
                parts={partsOf(data)}
                none="Every objective is within its limits, and no nonconformance waits."
              />
              <Objectives q={data} />
              <div className="flex flex-wrap items-baseline gap-3">
                <h2>Nonconformances</h2>
                <Link className="text-link text-13" to={pathTo("nonconformances")}>
                  All nonconformances
                </Link>
              </div>
            </>
          )
        }
      />
      {(reporting === "new" || line.data) && (
        <ReportDialog
          of={null}
          {...(line.data?.items[0] && { line: line.data.items[0] })}
          onClose={() => setReporting(false)}
          onDone={(id) => void navigate(pathTo("nonconformance", { id }))}
        />
      )}
    </>
  );
}
