import { FilePlus2, Upload } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StandingPanel } from "./out/StandingPanel.tsx";
import type { TakeoffStanding } from "./plan.model.ts";
import { SheetThumbnail } from "./SheetThumbnail.tsx";

const PlansDialog = dialogOnDemand(async () => (await import("./PlansDialogs.tsx")).PlansDialog);
const IssueDialog = dialogOnDemand(async () => (await import("./PlansDialogs.tsx")).IssueDialog);

type PlanSet = TakeoffStanding["sets"][number];
type Sheet = PlanSet["sheets"][number];

const scaleWords = ({ scales, viewports }: Sheet): string =>
  scales === 0
    ? "No scale set"
    : scales === viewports
      ? "Scale set"
      : `Scale set for ${scales} of ${counted(viewports, "part")}`;

function SheetCard({ sheet }: { sheet: Sheet }) {
  return (
    <li>
      <Link to={pathTo("planSheet", { id: sheet.id })} className="panel grid gap-2 p-3">
        <SheetThumbnail sheetId={sheet.id} />
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="mono">{sheet.number}</span>
          <span className="text-12 text-t2">Revision {sheet.revision}</span>
        </span>
        <span className="text-t1 [overflow-wrap:anywhere]">{sheet.title || "Without a title"}</span>
        <span className="text-12 text-t2">
          {scaleWords(sheet)}, {counted(sheet.measurements, "measurement")}
          {sheet.stale > 0 && `, ${sheet.stale} on an older revision`}
        </span>
      </Link>
    </li>
  );
}

const issueWords = ({ label, state, problem }: PlanSet["issues"][number]): string =>
  state === "ready"
    ? label
    : state === "reading"
      ? `${label}: its sheets are being read.`
      : `${label} was not taken: ${problem}`;

function Set({ set, onIssue }: { set: PlanSet; onIssue: () => void }) {
  const [standing, setStanding] = useState(false);
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">
          {set.name}, {set.projectNumber} {set.project}
        </h2>
        <Held permission="takeoff.edit" what="Add an issue">
          <button type="button" className="btn" onClick={onIssue}>
            <FilePlus2 aria-hidden="true" />
            Add an issue
          </button>
        </Held>
      </div>
      <ul className="grid gap-1 text-13 text-t2">
        {set.issues.map((issue) => (
          <li key={issue.id} className={issue.state === "failed" ? "text-danger" : ""}>
            {issueWords(issue)}
          </li>
        ))}
      </ul>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {set.sheets.map((sheet) => (
          <SheetCard key={sheet.id} sheet={sheet} />
        ))}
      </ul>
      <button
        type="button"
        className="btn btn-small justify-self-start"
        aria-expanded={standing}
        onClick={() => setStanding(!standing)}
      >
        Measured, ordered, received
      </button>
      {standing && <StandingPanel path={`/api/v1/plan-sets/${set.id}`} />}
    </section>
  );
}

const partsOf = ({ sets }: TakeoffStanding): FindingPart[] => {
  const sheets = sets.flatMap((set) => set.sheets);
  const unscaled = sheets.filter(({ scales }) => scales === 0).length;
  const stale = sheets.reduce((sum, sheet) => sum + sheet.stale, 0);
  const list = pathTo("measurements");
  return [
    ...(unscaled > 0
      ? [{ text: `${counted(unscaled, "sheet has", "sheets have")} no scale yet` }]
      : []),
    ...(stale > 0
      ? [
          {
            text: `${counted(stale, "measurement is", "measurements are")} on an older revision`,
            to: `${list}?stale=true`,
          },
        ]
      : []),
  ];
};

/** /quantity-takeoff: what has no scale or is on an older revision, and the plan sets as thumbnails. */
export default function TakeoffPage() {
  const { data, error, refetch } = useGet<TakeoffStanding>("plan-sets", "/api/v1/plan-sets");
  const [adding, setAdding] = useState(false);
  const [issueOf, setIssueOf] = useState<PlanSet | null>(null);
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Quantity takeoff</h1>
          <Link className="btn" to={pathTo("measurements")}>
            Measurements
          </Link>
          <Link className="btn" to={pathTo("takeoffAssemblies")}>
            Assemblies
          </Link>
          <Held permission="takeoff.edit" what="Add plans">
            <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
              <Upload aria-hidden="true" />
              Add plans
            </button>
          </Held>
        </div>
        {data && (
          <Finding
            parts={partsOf(data)}
            none={
              data.sets.length === 0
                ? "No plans are here yet. Add the PDF of a plan set, and measure on its sheets."
                : "Every sheet has a scale, and nothing is on an older revision."
            }
          />
        )}
      </header>
      {error && <ErrorPanel error={error} what="The plan sets" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton columns={4} />}
      {data?.sets.map((set) => (
        <Set key={set.id} set={set} onIssue={() => setIssueOf(set)} />
      ))}
      {adding && <PlansDialog onClose={() => setAdding(false)} />}
      {issueOf && (
        <IssueDialog
          planSetId={issueOf.id}
          name={issueOf.name}
          projectId={issueOf.projectId}
          onClose={() => setIssueOf(null)}
        />
      )}
    </div>
  );
}
