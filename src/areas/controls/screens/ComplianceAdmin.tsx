import { counted } from "#kernel/words.ts";
import { HoldTable } from "#areas/governance/governance.ui.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ComplianceOwner } from "../failure/failure.model.ts";
import { WaiversOf } from "./WaiverTable.tsx";
import { FailuresOf } from "./FailureTable.tsx";

const finding = (owners: readonly ComplianceOwner[]): string => {
  const late = owners.reduce((n, each) => n + each.late, 0);
  const free = owners.find((each) => each.owner === null)?.open ?? 0;
  const open = owners.reduce((n, each) => n + each.open, 0);
  if (open === 0) return "No failure of a control is open.";
  return `${counted(open, "failure is", "failures are")} open, ${late} past ${late === 1 ? "its" : "their"} day; ${free === 0 ? "each has an owner" : `${counted(free, "is", "are")} nobody's: assign ${free === 1 ? "it" : "them"}`}.`;
};

const nobody = "Nobody yet";

/** Owners with what is late of theirs and what is not, whoever has most that is late first. */
function Owners({ owners }: { owners: readonly ComplianceOwner[] }) {
  const [first] = owners;
  if (!first) return null;
  return (
    <Chart
      finding={`${first.owner ?? nobody} has most: ${first.open} open, ${first.late} late`}
      kind="stacked"
      axis="Owner"
      series={[
        { id: "late", label: "Past their day" },
        { id: "inTime", label: "In time" },
      ]}
      points={owners.slice(0, 12).map(({ owner, open, late }) => ({
        label: owner ?? nobody,
        values: { late, inTime: open - late },
      }))}
      format={(value) => value.toLocaleString("en-US")}
    />
  );
}

const waiting = (requested: number, ending: number): string =>
  [
    requested > 0 &&
      `${counted(requested, "waiver waits", "waivers wait")} for a decision in the inbox of approvals.`,
    ending > 0 &&
      `${counted(ending, "waiver ends", "waivers end")} within two weeks: what ${ending === 1 ? "it covers fails" : "they cover fails"} again.`,
  ]
    .filter(Boolean)
    .join(" ");

const useWaivers = (query: string): number =>
  useGet<{ total: number }>("control-waivers", `/api/v1/control-waivers?${query}&limit=1`).data
    ?.total ?? 0;

/** Who answers for what, against the days: for whoever assigns it. */
export default function ComplianceAdmin() {
  const [requested, ending] = [useWaivers("status=requested"), useWaivers("ending=true")];
  const read = useGet<{ items: ComplianceOwner[] }>(
    "control-failures",
    "/api/v1/compliance-owners",
  );
  const owners = read.data?.items ?? [];
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Compliance administration</h1>
        {read.data && (
          <p className="finding" role="status">
            {finding(owners)} {waiting(requested, ending)}
          </p>
        )}
      </header>
      {read.error && <ErrorPanel error={read.error} what="Who answers for failures" />}
      <Owners owners={owners} />
      {requested > 0 && (
        <section className="grid gap-3">
          <h2>Waivers to be decided</h2>
          <WaiversOf title="Waivers to be decided" fixed="status=requested" />
        </section>
      )}
      <section className="grid gap-3">
        <h2>Open failures</h2>
        <FailuresOf title="Open failures" fixed="open=true" />
      </section>
      <section className="grid gap-3">
        <h2>Legal holds</h2>
        <HoldTable />
      </section>
    </div>
  );
}
