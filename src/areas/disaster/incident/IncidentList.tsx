import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Held } from "#web/kit/Held.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Panel } from "#web/kit/states.tsx";
import { incidentKinds } from "./incident.labels.ts";
import { IncidentMap } from "./IncidentMap.tsx";
import { IncidentTable } from "./IncidentTable.tsx";
import { incidentForm } from "./incident.form.ts";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";

function BeginDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <RecordDialog
      form={incidentForm}
      title="Begin an incident"
      description="It begins in monitoring. Whoever commands it activates it."
      submitLabel="Begin"
      large
      onClose={onClose}
      onDone={(id) => {
        notify.done("Saved", "Begin an incident");
        void navigate(pathTo("incident", { id }));
      }}
    >
      <TextField name="title" label="Incident" required maxLength={160} />
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(incidentKinds)} />
        <DateField name="beginsOn" label="First day" required />
      </FormRow>
      <TextField name="areaText" label="Where" maxLength={1000} />
      <TextArea name="cause" label="What happened" rows={3} maxLength={4000} />
      <CheckboxField
        name="exercise"
        label="This is an exercise"
        hint="It never touches the ledger, vendors or the public."
      />
    </RecordDialog>
  );
}

/** Every incident: the map, and the list with declaration and cost. */
export default function IncidentList() {
  const [beginning, setBeginning] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Incidents</h1>
        <Held permission="incident.edit" what="Begin an incident">
          <button
            type="button"
            className="btn btn-primary ml-auto"
            onClick={() => setBeginning(true)}
          >
            Begin an incident
          </button>
        </Held>
      </div>
      <IncidentTable />
      <Panel title="Where they are">
        <IncidentMap />
      </Panel>
      {beginning && <BeginDialog onClose={() => setBeginning(false)} />}
    </div>
  );
}
