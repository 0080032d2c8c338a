import { Globe } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { saveText } from "#web/kit/csv.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { builderAddress } from "../builder/address.ts";
import { AnswerView } from "../builder/AnswerView.tsx";
import { momentWords, periodWords } from "../figure/period.labels.ts";
import { PublishDialog } from "../publication/PublishDialog.tsx";
import { keptRunCycle } from "../report/report.labels.ts";
import type { KeptRunRecord } from "./run.model.ts";

function Proof({ run }: { run: KeptRunRecord }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="Proof">
      <div className="stack">
        <Facts
          rows={[
            ["Kept", formatInstant(run.keptAt, timeZone)],
            ["By", run.keptBy],
            ["Time", periodWords(run.question.period)],
            ["First day", run.answer.from && formatDate(run.answer.from)],
            ["Last day", run.answer.until && formatDate(run.answer.until)],
            ["As of", momentWords(run.answer, timeZone) || null],
            [
              "Version of the report",
              run.reportVersion === null ? null : String(run.reportVersion),
            ],
            [
              "SHA-256",
              <code key="hash" className="break-all text-12">
                {run.sha256}
              </code>,
            ],
          ]}
        />
        <p className="text-12 text-t3">
          The hash is that of the text below, byte for byte; it stands in the audit record too.
        </p>
        <button
          type="button"
          className="btn"
          onClick={() => saveText(`${run.number}.json`, run.result, "application/json")}
        >
          The text that was hashed
        </button>
        <EvidenceButton ids={[run.id]} name={run.number} />
      </div>
    </Panel>
  );
}

/** What a report said at a moment; its rows have gone on, so its figures open none. */
export default function RunPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [publishing, setPublishing] = useState<KeptRunRecord | null>(null);
  return (
    <>
      <RecordPage<KeptRunRecord>
        path="/api/v1/kept-runs"
        id={id}
        lifecycle={keptRunCycle}
        title={(run) => run.name}
        subtitle={(run) => run.finding}
        owner={(run) => run.keptBy}
        extraActions={(run) => [
          {
            label: "Ask it now",
            to: builderAddress(run.question, "bar", { report: run.reportId, ready: run.ready }),
          },
          ...(can("report.publish")
            ? [
                {
                  label: "Publish",
                  icon: <Globe aria-hidden="true" />,
                  onSelect: () => setPublishing(run),
                },
              ]
            : []),
        ]}
        tabs={[
          {
            id: "figures",
            label: "Figures",
            content: (run) => <AnswerView answer={run.answer} chart="bar" opens={false} />,
          },
        ]}
        rail={(run) => <Proof run={run} />}
      />
      {publishing && <PublishDialog runs={[publishing]} onClose={() => setPublishing(null)} />}
    </>
  );
}
