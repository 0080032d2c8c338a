import { Download, TrendingUp } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand, Menu } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Answered, FactRow } from "../figure/figure.model.ts";
import { chartKinds, type ChartKind } from "../report/report.labels.ts";
import type { SavedReportRecord } from "../report/report.model.ts";
import { askedOf, builderAddress, queryOf, type Asked } from "./address.ts";
import { AnswerView } from "./AnswerView.tsx";
import { Sentence } from "./Sentence.tsx";

const KeepDialog = dialogOnDemand(async () => (await import("./KeepDialogs.tsx")).KeepDialog);
const SaveDialog = dialogOnDemand(async () => (await import("./KeepDialogs.tsx")).SaveDialog);

function ExportMenu({ query }: { query: string }) {
  const run = (format: string) =>
    download(`/api/v1/report-figures/export?${query}&format=${format}`).catch((error: unknown) =>
      notify.failed("The export failed", error),
    );
  return (
    <Menu
      label="Export"
      trigger={
        <button type="button" className="btn">
          <Download aria-hidden="true" />
          Export
        </button>
      }
      entries={[
        { label: "CSV", onSelect: () => void run("csv") },
        { label: "Excel", hint: ".xlsx", onSelect: () => void run("xlsx") },
      ]}
    />
  );
}

function Look({ chart, change }: { chart: ChartKind; change: (chart: ChartKind) => void }) {
  return (
    <div className="flex flex-wrap gap-1" role="group" aria-label="Shown as">
      {Object.entries(chartKinds).map(([id, label]) => (
        <button
          key={id}
          type="button"
          className="btn chip"
          data-on={chart === id}
          aria-pressed={chart === id}
          onClick={() => change(id as ChartKind)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type Facts = { items: FactRow[]; ready: { id: string; name: string }[] };
const drawnAsTable: ReadonlySet<ChartKind> = new Set(["table", "pivot"]);

function Head({
  asked,
  answer,
  ready,
}: {
  asked: Asked;
  answer: Answered | undefined;
  /** The name of the ready report that it began with. */
  ready: string;
}) {
  const { me, can } = useAuth();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"keep" | "save" | null>(null);
  const report = useGet<SavedReportRecord>(
    "saved-reports",
    `/api/v1/saved-reports/${asked.report}`,
    { enabled: asked.report !== null },
  );
  const own = report.data?.ownerId === me?.person.id ? report.data : undefined;
  const canKeep = answer && answer.measures.length > 0 && answer.withheld.length === 0;
  const name = report.data?.name ?? ready;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div>
        <h1 className="text-22 font-semibold">{name || "Report builder"}</h1>
        {/* A chart has the finding for its title. */}
        {answer && answer.measures.length > 0 && drawnAsTable.has(asked.chart) && (
          <p className="finding">{answer.finding}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Link className="btn" to={pathTo("reports")}>
          Reports
        </Link>
        {answer && <ExportMenu query={queryOf(asked)} />}
        {answer?.measures.length === 1 && (
          <Link className="btn" to={`/predictive-ai?${queryOf(asked)}`}>
            <TrendingUp aria-hidden="true" />
            Forecast this
          </Link>
        )}
        {answer && can("report.keep") && (
          <button type="button" className="btn" onClick={() => setOpen("save")}>
            {own ? "Save changes" : "Save as report"}
          </button>
        )}
        {can("report.keep") && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={!canKeep}
            onClick={() => setOpen("keep")}
          >
            Keep this run
          </button>
        )}
      </div>
      {open === "keep" && (
        <KeepDialog
          asked={asked}
          name={name || (answer?.measures[0]?.label ?? "")}
          onClose={() => setOpen(null)}
          onDone={({ id }) => void navigate(pathTo("keptRun", { id }))}
        />
      )}
      {open === "save" && (
        <SaveDialog
          asked={asked}
          {...(own && { report: own })}
          name={name}
          onClose={() => setOpen(null)}
          onDone={({ id }) =>
            void navigate(builderAddress(asked, asked.chart, { report: id }), { replace: true })
          }
        />
      )}
    </div>
  );
}

/** /enhanced-reporting: a sentence whose parts one changes, and what it answers. */
export default function ReportBuilder() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const asked = askedOf(search);
  const facts = useGet<Facts>("report-facts", "/api/v1/report-facts");
  const answer = useGet<Answered>("report-figures", `/api/v1/report-figures?${queryOf(asked)}`, {
    enabled: asked.measures.length > 0,
    keep: true,
    anew: true,
  });
  if (facts.error) return <ErrorPanel error={facts.error} what="The report builder" />;
  if (!facts.data) return <RecordSkeleton />;
  // Each change is an entry of the browser's history: its back button takes it back.
  const change = (next: Partial<Asked>) => {
    const { chart, report, ready, ...question } = { ...asked, ...next };
    void navigate(builderAddress(question, chart, { report, ready }));
  };
  const shown = asked.measures.length > 0 && !answer.error ? answer.data : undefined;
  return (
    <div className="stack">
      <Head
        asked={asked}
        answer={shown}
        ready={facts.data.ready.find((each) => each.id === asked.ready)?.name ?? ""}
      />
      <Sentence facts={facts.data.items} asked={asked} change={change} />
      {asked.measures.length > 0 && (
        <Look chart={asked.chart} change={(chart) => change({ chart })} />
      )}
      {asked.measures.length === 0 && (
        <EmptyState kind="first-use" title="Choose what is added up">
          Begin with a figure above, then what it is parted by and which time counts. Every figure
          opens the rows that it counts.
        </EmptyState>
      )}
      {asked.measures.length > 0 && answer.error && (
        <ErrorPanel error={answer.error} what="This question" />
      )}
      {shown && <AnswerView answer={shown} chart={asked.chart} />}
    </div>
  );
}
