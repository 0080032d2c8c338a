import { options } from "#kernel/labels.ts";
import { api } from "#web/kit/api.ts";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import type { Segment } from "../budget.model.ts";
import { accountClasses, categories, type AccountClass, type Category } from "../chart.labels.ts";
import { kinds, type Kind } from "./segment.labels.ts";

type Values = {
  code: string;
  name: string;
  stop: "hard" | "soft";
  federal: boolean;
  assistanceListing: string;
  startsOn: string;
  endsOn: string;
  active: boolean;
  class: AccountClass;
  category: Category;
};
const valuesOf = (s: Segment | null): Values => ({
  code: s?.code ?? "",
  name: s?.name ?? "",
  stop: s?.stop ?? "hard",
  federal: s?.federal ?? false,
  assistanceListing: s?.assistanceListing ?? "",
  startsOn: s?.startsOn ?? "",
  endsOn: s?.endsOn ?? "",
  active: s?.active ?? true,
  class: s?.class ?? "expenditure",
  category: s?.category ?? "operating",
});

const segmentForm = {
  path: "/api/v1/segments",
  blank: () => valuesOf(null),
  toForm: (segment: Segment) => valuesOf(segment),
  toInput: (values: Values) => ({
    ...values,
    assistanceListing: values.assistanceListing || null,
    startsOn: values.startsOn || null,
    endsOn: values.endsOn || null,
  }),
};

/** A fund, account, project or award: a new one (`segment` null) or a change. */
export function SegmentDialog({
  kind,
  segment,
  onClose,
}: {
  kind: Kind;
  segment: Segment | null;
  onClose: () => void;
}) {
  return (
    <RecordDialog
      form={segmentForm}
      nouns={["account-strings"]}
      record={segment}
      newest={async ({ id }) =>
        (await api<{ items: Segment[] }>("/api/v1/segments")).items.find((s) => s.id === id) ?? null
      }
      within={{ kind }}
      title={segment ? `${segment.code} ${segment.name}` : `Add to ${kinds[kind].toLowerCase()}`}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="code" label="Code" required maxLength={20} />
        <TextField name="name" label="Name" required maxLength={120} />
      </FormRow>
      {kind === "account" && (
        <FormRow>
          <SelectField name="class" label="Class" required options={options(accountClasses)} />
          <SelectField name="category" label="Category" required options={options(categories)} />
        </FormRow>
      )}
      {kind === "fund" && (
        <SelectField
          name="stop"
          label="When a commitment exceeds what is available"
          required
          options={[
            { value: "hard", label: "Refuse it (hard stop)" },
            { value: "soft", label: "Let it pass and show it (soft stop)" },
          ]}
        />
      )}
      {(kind === "fund" || kind === "award") && (
        <CheckboxField name="federal" label="Federal assistance" />
      )}
      {kind === "award" && (
        <TextField
          name="assistanceListing"
          label="Assistance listing"
          hint="97.036"
          maxLength={6}
        />
      )}
      <FormRow>
        <DateField name="startsOn" label="From" />
        <DateField name="endsOn" label="Until" />
      </FormRow>
      <CheckboxField name="active" label="In use" />
    </RecordDialog>
  );
}
