import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { DepartmentField, PlaceField } from "#areas/organization/organization.ui.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { formOf } from "#web/kit/form/values.ts";
import { workKinds, workPriorities } from "./work-order.labels.ts";
import type { WorkOrderDetail } from "./work-order.model.ts";
import { assetLabels } from "../label/assetLabels.ts";

/** The fields of a work order as inputs hold them. */
export const blankWork = {
  title: "",
  description: "",
  kind: "corrective",
  priority: "normal",
  assetId: null as string | null,
  placeId: null as string | null,
  location: "",
  departmentId: "",
  dueOn: "",
  estimateCents: null as number | null,
  estimateMinutes: "",
  lockout: false,
  lockoutBy: "",
  confinedSpace: false,
  hotWork: false,
  digs: false,
  locateTicket: "",
  locateUntil: "",
  certificates: "",
};
export type WorkForm = typeof blankWork;
export const blankNew = {
  ...blankWork,
  tasks: [] as { title: string; mandatory: string }[],
  photos: [] as { id: string; name: string; size: number; sha256: string }[],
};
export type NewWorkForm = typeof blankNew;

/** A work order as its form holds it. */
export const workToForm = (w: WorkOrderDetail): WorkForm => formOf(blankWork, w);

function Safety() {
  const lockout = useWatch({ name: "lockout" }) as boolean;
  const digs = useWatch({ name: "digs" }) as boolean;
  return (
    <FormSection title="Before it starts">
      <CheckboxField
        name="lockout"
        label="Lockout demanded"
        hint="Somebody is named who locks the energy out, and the steps are ticked in a permit of the day. 29 CFR 1910.147"
      />
      {lockout && <TextField name="lockoutBy" label="Locked out by" maxLength={200} />}
      <CheckboxField
        name="confinedSpace"
        label="In a confined space"
        hint="The work starts with a permit of its day. 29 CFR 1910.146"
      />
      <CheckboxField
        name="hotWork"
        label="Hot work"
        hint="Welding, cutting, grinding: a permit of its day. 29 CFR 1910.252(a)"
      />
      <CheckboxField
        name="digs"
        label="The job digs"
        hint="The work starts within the days of a utility locate ticket."
      />
      {digs && (
        <FormRow>
          <TextField name="locateTicket" label="Utility locate ticket" maxLength={60} />
          <DateField name="locateUntil" label="Ticket holds until" />
        </FormRow>
      )}
      <TextField
        name="certificates"
        label="Certificates demanded"
        maxLength={300}
        hint="Codes by commas, such as CDL-A. The work starts once they are shown or acknowledged by name."
      />
    </FormSection>
  );
}

/** The fields of a work order, for the new and the edit form. */
export function WorkOrderFields({
  asset,
  fresh = false,
}: {
  asset?: string | null;
  fresh?: boolean;
}) {
  return (
    <>
      <FormSection title="What is needed">
        <TextField name="title" label="Work" required maxLength={200} />
        <TextArea name="description" label="Description" rows={3} maxLength={10000} />
        {fresh && (
          <FileDrop
            name="photos"
            label="Photos"
            hint="What is broken, and where. A phone offers its camera."
            accept="image/*"
            most={10}
          />
        )}
        <FormRow>
          <SelectField name="kind" label="Kind" required options={options(workKinds)} />
          <SelectField
            name="priority"
            label="Priority"
            required
            options={options(workPriorities)}
          />
          <DateField name="dueOn" label="Due on" />
        </FormRow>
      </FormSection>
      <FormSection title="Asset and place">
        <Combobox<{ id: string; name: string; number: string }>
          name="assetId"
          label="Asset"
          path="/api/v1/assets"
          query="inUse=true"
          itemLabel={(a) => a.name}
          itemHint={(a) => a.number}
          labels={assetLabels}
          currentLabel={asset ?? null}
        />
        <FormRow>
          <PlaceField name="placeId" label="Place" />
          <TextField name="location" label="Where exactly" maxLength={300} />
        </FormRow>
        <DepartmentField name="departmentId" label="Department" placeholder="The asset's" />
      </FormSection>
      {fresh && (
        <FormSection title="Tasks">
          <LineItems
            headed
            name="tasks"
            label="Tasks"
            blank={() => ({ title: "", mandatory: "yes" })}
            columns={[
              { name: "title", label: "Task", kind: "text", required: true },
              {
                name: "mandatory",
                label: "Mandatory",
                kind: "select",
                options: [
                  { value: "yes", label: "Yes" },
                  { value: "no", label: "No" },
                ],
              },
            ]}
          />
        </FormSection>
      )}
      <Safety />
      <FormSection title="Estimate">
        <FormRow>
          <QuantityField name="estimateMinutes" label="Time" unit="minutes" decimals={0} />
          <MoneyField name="estimateCents" label="Cost" />
        </FormRow>
      </FormSection>
    </>
  );
}
