import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { dutyLabels } from "#roles.ts";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import {
  DateField,
  FormRow,
  FormSection,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { ackGroups, policyKinds } from "../policy/policy.labels.ts";
import { OwnerField } from "./OwnerField.tsx";

function AckFields() {
  const group = useWatch({ name: "ackOf" }) as string;
  return (
    <FormSection title="Who confirms that they read it">
      <FormRow>
        <SelectField name="ackOf" label="Confirmed by" options={options(ackGroups)} required />
        {group !== "nobody" && <DateField name="ackBy" label="Confirmed until" required />}
      </FormRow>
      {group === "department" && (
        <DepartmentField name="ackDepartmentId" label="Department" required />
      )}
      {group === "duty" && (
        <SelectField name="ackDuty" label="Duty" options={options(dutyLabels)} required />
      )}
    </FormSection>
  );
}

/** The fields of a version of a policy; from the second on, what it changes. */
export function PolicyFields({ versionNo = 1, owner }: { versionNo?: number; owner?: string }) {
  return (
    <>
      <FormRow>
        <TextField name="title" label="Policy" required maxLength={200} />
        <SelectField name="kind" label="About" options={options(policyKinds)} required />
      </FormRow>
      <TextArea name="summary" label="In short" rows={2} maxLength={500} />
      {versionNo > 1 && (
        <TextArea
          name="changes"
          label={`What version ${versionNo} changes`}
          rows={2}
          maxLength={2000}
        />
      )}
      <TextArea
        name="body"
        label="Text"
        rows={14}
        maxLength={60_000}
        hint="A line that begins with # is a heading, with - a point, with 1. a numbered step; an empty line ends a paragraph."
      />
      <FileDrop
        name="file"
        label="The policy as a PDF, beside its text or in its place"
        accept="application/pdf"
        multiple={false}
      />
      <FormRow>
        <OwnerField owner={owner} />
        <DateField name="reviewOn" label="Next review" required />
      </FormRow>
      <AckFields />
    </>
  );
}
