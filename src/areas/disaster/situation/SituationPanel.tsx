import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormRow, InstantField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { lifelines, lifelineStates, type Lifeline } from "./lifelines.ts";
import type { Situation, Standing } from "./situation.model.ts";

const all = Object.keys(lifelines) as Lifeline[];

function Report({ report }: { report: Situation }) {
  const { timeZone } = useAgency();
  return (
    <Panel title={`${report.number}, as of ${formatInstant(report.asOf, timeZone)}`}>
      <p className="max-w-[68ch] whitespace-pre-wrap">{report.summary}</p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {report.lifelines.map((line) => (
          <li key={line.lifeline} className="grid gap-1 border-b border-hair pb-2">
            <span className="flex flex-wrap items-center gap-2">
              <b>{lifelines[line.lifeline]}</b>
              <Badge {...lifelineStates[line.status]} />
            </span>
            {line.reason && <span className="text-13 text-t2">{line.reason}</span>}
          </li>
        ))}
      </ul>
      <p className="text-13 text-t2">Prepared by {report.preparedBy ?? "the system"}</p>
    </Panel>
  );
}

function ReportDialog({
  incidentId,
  last,
  onClose,
}: {
  incidentId: string;
  last: Situation | undefined;
  onClose: () => void;
}) {
  const stood = (lifeline: Lifeline): Standing =>
    last?.lifelines.find((line) => line.lifeline === lifeline) ?? {
      lifeline,
      status: "unknown",
      reason: "",
    };
  return (
    <PostDialog
      title="Report the situation"
      description="It begins with what the last report said. A report stays as it is."
      path={`/api/v1/incidents/${incidentId}/situation-reports`}
      submit="Report"
      nouns={["incidents"]}
      values={{ asOf: "", summary: last?.summary ?? "", lifelines: all.map(stood) }}
      onClose={onClose}
    >
      <InstantField name="asOf" label="As of" required />
      <TextArea name="summary" label="Situation" rows={4} required maxLength={8000} />
      {all.map((lifeline, at) => (
        <FormRow key={lifeline}>
          <SelectField
            name={`lifelines.${at}.status`}
            label={lifelines[lifeline]}
            required
            options={options(lifelineStates)}
          />
          <TextField name={`lifelines.${at}.reason`} label="Why" maxLength={1000} />
        </FormRow>
      ))}
    </PostDialog>
  );
}

/** How an incident stands, newest report first. */
export function SituationPanel({
  incidentId,
  mayReport,
}: {
  incidentId: string;
  mayReport: boolean;
}) {
  const [reporting, setReporting] = useState(false);
  const path = `/api/v1/incidents/${incidentId}/situation-reports`;
  const found = useGet<{ items: Situation[] }>("incidents", path);
  if (found.error) return <ErrorPanel error={found.error} what="The situation reports" />;
  const reports = found.data?.items ?? [];
  return (
    <div className="grid gap-3">
      {mayReport && (
        <button
          type="button"
          className="btn btn-primary justify-self-start no-print"
          onClick={() => setReporting(true)}
        >
          Report the situation
        </button>
      )}
      {reports.map((report) => (
        <Report key={report.id} report={report} />
      ))}
      {found.data && reports.length === 0 && (
        <p className="text-t2">Nobody has reported how the community lifelines stand.</p>
      )}
      {reporting && (
        <ReportDialog
          incidentId={incidentId}
          last={reports[0]}
          onClose={() => setReporting(false)}
        />
      )}
    </div>
  );
}
