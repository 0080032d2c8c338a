import { useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { FormSection, SelectField } from "#web/kit/form/fields.tsx";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import { payrollForm } from "./payroll-form.ts";
import { PayrollFields } from "./PayrollFields.tsx";
import type { PayrollWeeks } from "./payroll.model.ts";

const readPath = "/api/v1/certified-payrolls/rpc/read";

/** The order under which a payroll is sent, and what the form of one needs of its project. */
export function OfProject({ weeks }: { weeks: PayrollWeeks }) {
  return (
    <>
      <FormSection title="Order">
        <SelectField
          name="purchaseOrderId"
          label="Order"
          required
          placeholder="Choose the order"
          options={weeks.orders.map(({ id, number, vendor }) => ({
            value: id,
            label: `${number}, ${vendor}`,
          }))}
        />
      </FormSection>
      <PayrollFields
        readPath={readPath}
        classifications={weeks.wages?.rates.map(({ classification }) => classification) ?? []}
      />
    </>
  );
}

/** Enters a payroll that came on paper. */
export default function PayrollNew() {
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const step = useMutationAction("certified-payrolls");
  const project = useGet<ProjectDetail>("projects", `/api/v1/projects/${id}`);
  const opened = useGet<PayrollWeeks>("certified-payrolls", `/api/v1/projects/${id}/payroll-weeks`);
  if (opened.isPending || project.isPending) return <RecordSkeleton />;
  if (!opened.data || !project.data)
    return (
      <ErrorPanel
        error={opened.error ?? project.error}
        what="The project"
        onRetry={() => void opened.refetch()}
      />
    );
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">Enter a certified payroll</h1>
        <p className="text-t2">
          <span className="mono">{project.data.number}</span> {project.data.name}
        </p>
      </div>
      <RecordForm
        form={payrollForm}
        // Nobody's pay is kept on a device.
        draft={null}
        within={{ projectId: id }}
        nouns={["projects"]}
        submitLabel="Save the draft"
        choices={[{ name: "submit", label: "Save and submit" }]}
        onCancel={() => void navigate(`${pathTo("project", { id })}?tab=payroll`)}
        saved={async ({ id: made, answer, choice }) => {
          if (choice !== "submit") return;
          // What is refused stands on the payroll's page: its draft is kept.
          await step
            .mutateAsync({
              path: `/api/v1/certified-payrolls/${made}/actions/submit`,
              version: Number(answer["version"]),
              body: {},
            })
            .catch((error: unknown) => notify.failed("It is kept as a draft", error));
        }}
        onSaved={(made) => void navigate(pathTo("certifiedPayroll", { id: made }))}
      >
        <OfProject weeks={opened.data} />
      </RecordForm>
    </div>
  );
}
