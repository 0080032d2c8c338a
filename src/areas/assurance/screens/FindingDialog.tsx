import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { auditFindingForm } from "../finding/finding.form.ts";
import { isRecordSource, severities, sources } from "../finding/finding.labels.ts";
import type { FindingDetail, FindingRow } from "../finding/finding.model.ts";
import type { TakenDraft } from "../finding/taken.model.ts";
import { MemberField } from "./MemberField.tsx";

const titleOf = (of: FindingDetail | null, taken: TakenDraft | undefined): string => {
  if (of) return `Change ${of.number}`;
  return taken ? `Take over ${taken.sourceNumber} as a finding` : "Write a finding";
};
// What is a record of its own is taken over from its page.
const typed = options(sources).filter(({ value }) => !isRecordSource(value));

/** A finding of an audit or another source: a new one (`of` null) or a change. */
export function FindingDialog({
  of,
  audit,
  taken,
  onClose,
  onDone,
}: {
  of: FindingDetail | null;
  audit: { id: string; fiscalYear: number } | null;
  /** What the failing control or the desk review says that it is taken over from. */
  taken?: TakenDraft;
  onClose: () => void;
  onDone?: (id: string) => void;
}) {
  const bound = Boolean(taken) || (of !== null && isRecordSource(of.source));
  return (
    <RecordDialog
      form={auditFindingForm}
      large
      {...(of && { record: of })}
      {...(taken && {
        known: taken,
        within: { source: taken.source, sourceId: taken.sourceId },
      })}
      {...(audit && {
        within: { auditId: audit.id, source: "audit", firstYear: String(audit.fiscalYear) },
      })}
      title={titleOf(of, taken)}
      nouns={["audit-findings", "audits", "assurance"]}
      onClose={onClose}
      onDone={(id) => onDone?.(id)}
    >
      <TextField name="title" label="The finding in a line" required maxLength={200} />
      <FormRow>
        {bound ? null : <SelectField name="source" label="Source" required options={typed} />}
        <SelectField name="severity" label="Severity" required options={options(severities)} />
      </FormRow>
      <FormRow>
        <TextField name="reference" label="Reference number" maxLength={60} />
        <TextField name="firstYear" label="Fiscal year it first occurred" required maxLength={4} />
      </FormRow>
      <TextArea
        name="criteria"
        label="Criteria: what should be"
        required
        rows={3}
        maxLength={8000}
      />
      <TextArea name="condition" label="Condition: what is" required rows={3} maxLength={8000} />
      <TextArea name="cause" label="Cause: why it is so" required rows={3} maxLength={8000} />
      <TextArea
        name="effect"
        label="Effect: what follows from it"
        required
        rows={3}
        maxLength={8000}
      />
      <TextArea name="recommendation" label="Recommendation" required rows={3} maxLength={8000} />
      <LineItems
        name="questioned"
        label="Questioned costs by award"
        min={0}
        blank={() => ({ award: "", known: null, likely: null })}
        columns={[
          { name: "award", label: "Award", kind: "text", required: true },
          { name: "known", label: "Known", kind: "money", required: true },
          { name: "likely", label: "Likely", kind: "money", required: true },
        ]}
      />
      <MemberField
        name="responderId"
        label="Who answers for it"
        current={of?.responderName ?? taken?.responderName ?? null}
      />
      <Combobox<FindingRow>
        name="repeatsId"
        label="Repeats"
        path="/api/v1/audit-findings"
        query="sort=-number"
        itemLabel={({ number, title }) => `${number} ${title}`}
        currentLabel={of?.repeats ?? null}
      />
    </RecordDialog>
  );
}
