import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { SubawardDetail } from "../subaward/subaward.model.ts";

type Values = { reportedOn: string; reference: string };

function Said({ subaward: s }: { subaward: SubawardDetail }) {
  if (!s.executedOn)
    return <p>Whether it is reported follows once it is executed: that is its obligation.</p>;
  if (!s.reportDueOn)
    return (
      <p>
        No report is asked: its award is not federal, or less is obligated than the law's amount.
      </p>
    );
  return s.reportedOn ? (
    <p>
      Reported on {formatDate(s.reportedOn)} as {s.reportReference}. It was due by{" "}
      {formatDate(s.reportDueOn)}.
    </p>
  ) : (
    <p>
      Obligated on {formatDate(s.executedOn)}, so it is reported in SAM.gov by{" "}
      <b>{formatDate(s.reportDueOn)}</b>, the end of the next month (2 CFR part 170, appendix A,
      I.a). What it asks stands in <Link to={pathTo("subawardReports")}>the list of reports</Link>,
      which exports it.
    </p>
  );
}

/** Whether and by when a subaward is reported, and what was reported. */
export function ReportTab({ subaward: s }: { subaward: SubawardDetail }) {
  const save = useMutationAction("subawards", "subaward-reports");
  return (
    <div className="stack">
      <Said subaward={s} />
      {s.canReport && (
        <Form<Values>
          formKey={`subaward-report-${s.id}`}
          defaultValues={{ reportedOn: s.reportedOn ?? "", reference: s.reportReference }}
          submitLabel={s.reportedOn ? "Correct the report" : "Record as reported"}
          onSubmit={async (body) => {
            await save.mutateAsync({
              path: `/api/v1/subawards/${s.id}/report`,
              body,
              version: s.version,
            });
            notify.done("Reported", s.number);
          }}
        >
          <FormRow>
            <DateField name="reportedOn" label="Reported on" required />
            <TextField name="reference" label="Report in SAM.gov" required maxLength={120} />
          </FormRow>
        </Form>
      )}
    </div>
  );
}
