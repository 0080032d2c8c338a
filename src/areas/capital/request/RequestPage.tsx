import { Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { CapitalNav } from "../CapitalNav.tsx";
import { conditions } from "./need.labels.ts";
import { requestCycle, requestStatuses } from "./request.labels.ts";
import { type RequestDetail } from "./request.model.ts";

const ScoreDialog = dialogOnDemand(async () => (await import("./ScoreDialog.tsx")).ScoreDialog);
const look = {
  statuses: requestStatuses,
  course: requestCycle.course,
  actions: requestCycle.actions,
};
const money = (cents: number) => formatCents(cents, { symbol: false });
const points = (score: number) => (score / 100).toFixed(2);

function Cost({ request: r }: { request: RequestDetail }) {
  const length = Math.max(
    ...r.phases.map((p) => p.cents.length),
    ...r.funding.map((f) => f.cents.length),
  );
  const years = Array.from({ length }, (_, at) => at);
  const parts = <T,>(title: string, name: (row: T) => string, cents: (row: T) => number[]) => [
    { label: title, as: "title" as const, cell: (row: T) => name(row) },
    ...years.map((at) => ({
      label: `Year ${at + 1}, $`,
      cell: (row: T) => money(cents(row)[at] ?? 0),
    })),
    {
      label: "Total, $",
      as: "amount" as const,
      cell: (row: T) => money(cents(row).reduce((sum, c) => sum + c, 0)),
    },
  ];
  return (
    <div className="stack">
      {r.description && <p className="whitespace-pre-line">{r.description}</p>}
      <Panel title="Phases" flush>
        <LineTable
          label="Phases"
          lines={r.phases}
          keyOf={(p) => p.name}
          across={3}
          parts={parts(
            "Phase",
            (p: RequestDetail["phases"][number]) => p.name,
            (p) => p.cents,
          )}
        />
      </Panel>
      <Panel title="Sources and their limits" flush>
        <LineTable
          label="Sources"
          lines={r.funding}
          keyOf={(f) => f.sourceId}
          across={3}
          parts={parts(
            "Source",
            (f: RequestDetail["funding"][number]) => f.source,
            (f) => f.cents,
          )}
        />
      </Panel>
    </div>
  );
}

function Scores({ request: r }: { request: RequestDetail }) {
  return (
    <Panel title="Scores">
      <p className="text-t2">
        {r.scorers} {r.scorers === 1 ? "person has" : "people have"} scored it.
        {r.scores.length === 0 &&
          r.status === "submitted" &&
          " Each sees their own score alone until the scoring is closed."}
      </p>
      {r.mine && r.scores.length === 0 && (
        <ul className="mt-2">
          {r.criteria.map((c) => (
            <li key={c.key}>
              {c.name}: {r.mine!.points[c.key] ?? 0} of 10
            </li>
          ))}
        </ul>
      )}
      {r.scores.length > 0 && (
        <LineTable
          label="Scores by person"
          lines={r.scores}
          keyOf={(s) => s.person}
          parts={[
            { label: "Person", as: "title", cell: (s) => s.person },
            ...r.criteria.map((c) => ({
              label: `${c.name} (${c.weight})`,
              cell: (s: RequestDetail["scores"][number]) => s.points[c.key] ?? 0,
            })),
            { label: "Score", as: "amount", cell: (s) => points(s.score) },
          ]}
          total={{ label: "Mean", amount: r.score === null ? "—" : points(r.score) }}
        />
      )}
    </Panel>
  );
}

function Plan({ request: r }: { request: RequestDetail }) {
  if (r.plan.length === 0)
    return <p className="text-t2">It is in no adopted plan: nothing is planned or charged.</p>;
  return (
    <LineTable
      label="Plan against actual"
      lines={r.plan}
      keyOf={(p) => String(p.year)}
      parts={[
        { label: "Year", as: "title", cell: (p) => p.year },
        { label: "Planned, $", cell: (p) => money(p.planned) },
        { label: "Actual, $", as: "amount", cell: (p) => money(p.actual) },
      ]}
    />
  );
}

function Rail({ request: r }: { request: RequestDetail }) {
  const others = (list: RequestDetail["requires"]) =>
    list.map((o) => (
      <Link key={o.id} className="block" to={pathTo("capitalRequest", { id: o.id })}>
        {o.number} {o.title}
      </Link>
    ));
  const rows: [string, React.ReactNode][] = [
    ["Department", r.department],
    ["Start", r.earliest === r.latest ? r.earliest : `${r.earliest} to ${r.latest}`],
    ["Needed by", r.needBy],
    ["Condition", r.condition === "none" ? null : conditions[r.condition]],
    ["A year of waiting costs", r.waitingCents ? formatCents(r.waitingCents) : null],
    ["Operating a year", r.operatingCents ? formatCents(r.operatingCents) : null],
    ["Score", r.score === null ? null : `${points(r.score)} of 10`],
    ["Asked for by", r.requestedBy],
    [
      "Place",
      r.latitude && (
        <Link to={`/map?lat=${r.latitude}&lng=${r.longitude}`}>
          {r.latitude}, {r.longitude}
        </Link>
      ),
    ],
    ["Requires", r.requires.length > 0 && others(r.requires)],
    ["Excludes", r.excludes.length > 0 && others(r.excludes)],
    ["Why", r.statusReason],
  ];
  return (
    <Panel title="About it">
      <Facts rows={rows} />
    </Panel>
  );
}

/** A capital request: cost by year, who may pay, scores, and the plan against the ledger. */
export default function RequestPage() {
  const { id = "" } = useParams();
  const [scoring, setScoring] = useState<RequestDetail | null>(null);
  return (
    <>
      <CapitalNav />
      <RecordPage<RequestDetail>
        path="/api/v1/capital-requests"
        id={id}
        lifecycle={look}
        title={(r) => r.title}
        amountCents={(r) => r.cents}
        extraActions={(r) => [
          ...(r.mayScore
            ? [
                {
                  label: r.mine ? "Change my score" : "Score it",
                  tone: "primary" as const,
                  onSelect: () => setScoring(r),
                },
              ]
            : []),
          ...(r.canEdit
            ? [
                {
                  label: "Change",
                  icon: <Pencil aria-hidden="true" />,
                  to: pathTo("capitalRequestEdit", { id }),
                },
              ]
            : []),
        ]}
        tabs={[
          { id: "cost", label: "Cost", content: (r) => <Cost request={r} /> },
          {
            id: "scores",
            label: "Scores",
            count: (r) => r.scorers,
            content: (r) => <Scores request={r} />,
          },
          { id: "plan", label: "Plan and actual", content: (r) => <Plan request={r} /> },
          {
            id: "files",
            label: "Files",
            content: (r) => <Attachments objectType="capitalRequest" objectId={r.id} />,
          },
        ]}
        rail={(r) => <Rail request={r} />}
      />
      {scoring && <ScoreDialog request={scoring} onClose={() => setScoring(null)} />}
    </>
  );
}
