import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { AgencyList } from "./AgencyList.tsx";
import { EndedAgencies } from "./EndedAgencies.tsx";
import type { PlatformFigures } from "./operator.model.ts";

const FoundDialog = dialogOnDemand(async () => (await import("./FoundDialog.tsx")).FoundDialog);
const FoundingDialog = dialogOnDemand(
  async () => (await import("./FoundDialog.tsx")).FoundingDialog,
);

const machine = "/admin/monitoring";

const findingOf = (f: PlatformFigures): FindingPart[] =>
  (
    [
      [
        f.needing,
        counted(f.needing, "agency needs somebody", "agencies need somebody"),
        "?show=needing",
      ],
      [f.alarms, counted(f.alarms, "alarm stands", "alarms stand"), machine],
      [
        f.instancesAway,
        counted(f.instancesAway, "instance is away", "instances are away"),
        `${machine}#each-instance`,
      ],
      [
        f.lettersFailed,
        counted(f.lettersFailed, "letter was given up", "letters were given up"),
        `${machine}#lettersWaiting`,
      ],
    ] as const
  ).flatMap(([n, text, to]) => (n > 0 ? [{ text, to }] : []));

type Shown = { label: string; value: number; note: string; of: string };

function Figure({ label, value, note, of }: Shown) {
  return (
    <li>
      <Link
        className="grid gap-1 rounded border border-hair p-4 hover:bg-s2"
        to={`${machine}#${of}`}
      >
        <span className="text-13 text-t2">{label}</span>
        <b className="text-22 font-medium tabular-nums">{value.toLocaleString("en-US")}</b>
        <span className="text-13 text-t3">{note}</span>
      </Link>
    </li>
  );
}

function Figures({ figures: f }: { figures: PlatformFigures }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-label="The installation">
      <Figure
        label="Instances"
        of="each-instance"
        value={f.instances}
        note={f.instancesAway ? `${counted(f.instancesAway, "is", "are")} away` : "None is away"}
      />
      <Figure
        label="Long work that waits"
        of="jobsWaiting"
        value={f.jobsWaiting}
        note={`${f.jobsFailed} failed in 7 days`}
      />
      <Figure
        label="Letters that wait"
        of="lettersWaiting"
        value={f.lettersWaiting}
        note={`${f.lettersFailed} given up in 30 days`}
      />
      <Figure
        label="Unknown sign-ins"
        of="strangers"
        value={f.unknownSignIns}
        note="In 7 days, of no account"
      />
    </ul>
  );
}

/** /platform-admin: agencies of the installation, those that need somebody first; nothing of their business. */
export default function PlatformAdmin() {
  const [params] = useSearchParams();
  const [open, setOpen] = useState<"found" | "who" | null>(null);
  const figures = useGet<PlatformFigures>("platform-agencies", "/api/v1/platform/figures");
  if (figures.isPending) return <RecordSkeleton />;
  if (figures.isError)
    return (
      <ErrorPanel
        error={figures.error}
        what="The installation"
        onRetry={() => void figures.refetch()}
      />
    );
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">Platform administration</h1>
        <button type="button" className="btn" onClick={() => setOpen("who")}>
          Who may found
        </button>
        <button type="button" className="btn btn-primary" onClick={() => setOpen("found")}>
          Found an agency
        </button>
      </div>
      <Finding
        parts={findingOf(figures.data)}
        none={`Nothing needs you: ${counted(figures.data.agencies, "agency", "agencies")}, no alarm, no letter given up.`}
      />
      <Figures figures={figures.data} />
      <AgencyList key={params.get("show")} needing={params.get("show") === "needing"} />
      <EndedAgencies />
      {open === "found" && <FoundDialog onClose={() => setOpen(null)} />}
      {open === "who" && <FoundingDialog onClose={() => setOpen(null)} />}
    </div>
  );
}
