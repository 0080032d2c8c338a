import { options } from "#kernel/labels.ts";
import { DateField, FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { auditForm } from "../audit/audit.form.ts";
import { auditKinds } from "../audit/audit.labels.ts";
import type { AuditDetail } from "../audit/audit.model.ts";
import { MemberField } from "./MemberField.tsx";

/** An audit: a new plan (`of` null) or a change. */
export function AuditDialog({
  of,
  onClose,
  onDone,
}: {
  of: AuditDetail | null;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  return (
    <RecordDialog
      form={auditForm}
      large
      {...(of && { record: of })}
      title={of ? `Change ${of.number}` : "Plan an audit"}
      nouns={["audits", "assurance"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <TextField name="title" label="What is audited" required maxLength={200} />
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(auditKinds)} />
        <TextField name="fiscalYear" label="Fiscal year" required maxLength={4} />
      </FormRow>
      <TextArea name="scope" label="Scope and objectives" rows={3} maxLength={4000} />
      <MemberField name="contactId" label="Who answers for it" current={of?.contactName ?? null} />
      <FormRow>
        <DateField name="startsOn" label="Starts" required />
        <DateField name="reportDueOn" label="Report due" required />
        <DateField name="responseDueOn" label="Response due" />
      </FormRow>
      <FormRow>
        <DateField name="yearEndedOn" label="Fiscal year ended" />
        <DateField name="reportedOn" label="Auditor reported" />
        <DateField name="acceptedOn" label="Report accepted" />
      </FormRow>
    </RecordDialog>
  );
}
