import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { incidentForm } from "./incident.form.ts";
import { incidentKinds } from "./incident.labels.ts";
import type { IncidentDetail } from "./incident.model.ts";

const held: readonly string[] = ["declared", "continued"];

function Money({ incident }: { incident: IncidentDetail }) {
  const account = useGet<{ items: { code: string; label: string }[] }>(
    "account-strings",
    `/api/v1/account-strings?ids=${incident.accountStringId ?? ""}`,
    { enabled: incident.accountStringId !== null },
  ).data?.items[0];
  return (
    <>
      <FormRow>
        <DepartmentField name="departmentId" label="Department that buys" />
        <Combobox<{ id: string; code: string; label: string }>
          name="accountStringId"
          label="Account for emergency purchases"
          path="/api/v1/account-strings"
          itemLabel={(a) => `${a.code} · ${a.label}`}
          {...(account && { currentLabel: `${account.code} · ${account.label}` })}
        />
      </FormRow>
      <FormRow>
        <Combobox<{ id: string; number: string; title: string; status: string }>
          name="declarationId"
          label="Local declaration"
          path="/api/v1/local-declarations"
          itemLabel={(d) => `${d.number} ${d.title}`}
          itemHint={(d) => (held.includes(d.status) ? "Holds" : "Holds no more")}
          {...(incident.declaration && { currentLabel: incident.declaration })}
        />
        <TextField
          name="federalNumbers"
          label="Federal declarations"
          hint="Several with commas between them"
          maxLength={300}
        />
      </FormRow>
    </>
  );
}

/** Changes what an incident says of itself: where, when, who buys, under which declarations. */
export function EditDialog({
  incident,
  onClose,
}: {
  incident: IncidentDetail;
  onClose: () => void;
}) {
  return (
    <RecordDialog
      form={incidentForm}
      record={incident}
      title={`Change ${incident.number}`}
      description="Requests that are bought take the department and the account that stand here then."
      large
      onClose={onClose}
      onDone={() => notify.done("Saved", incident.number)}
    >
      <TextField name="title" label="Incident" required maxLength={160} />
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(incidentKinds)} />
        <DateField name="beginsOn" label="First day" required />
        <DateField name="endsOn" label="Last day" />
      </FormRow>
      <TextField name="areaText" label="Where" maxLength={1000} />
      <TextArea name="cause" label="What happened" rows={3} maxLength={4000} />
      <Money incident={incident} />
    </RecordDialog>
  );
}
