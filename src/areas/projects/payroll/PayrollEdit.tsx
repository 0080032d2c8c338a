import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { EditRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { RecordSkeleton } from "#web/kit/states.tsx";
import { payrollForm } from "./payroll-form.ts";
import { OfProject } from "./PayrollNew.tsx";
import type { PayrollDetail, PayrollWeeks } from "./payroll.model.ts";

function Fields({ payroll }: { payroll: PayrollDetail }) {
  const { data } = useGet<PayrollWeeks>(
    "certified-payrolls",
    `/api/v1/projects/${payroll.projectId}/payroll-weeks`,
  );
  return data ? <OfProject weeks={data} /> : <RecordSkeleton />;
}

/** Changes a payroll that is not sent, or was returned. */
export default function PayrollEdit() {
  return (
    <EditRecord<PayrollDetail>
      form={payrollForm}
      draft={null}
      what="This payroll"
      name={(p) => `the payroll of the week to ${formatDate(p.weekEnding)}`}
      may={({ canEdit }) => canEdit}
      closed="It was sent with its statement of compliance. Return it, and it is corrected."
      opens="Open the payroll"
      page={(id) => pathTo("certifiedPayroll", { id })}
    >
      {(payroll) => <Fields payroll={payroll} />}
    </EditRecord>
  );
}
