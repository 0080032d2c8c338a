import { options } from "#kernel/labels.ts";
import {
  FormRow,
  MoneyField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { DeclarationField } from "../fields.tsx";
import { discountRates } from "../law/benefit.model.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { programs } from "./mitigation.labels.ts";

const blank = {
  program: "HMGP",
  opportunity: "",
  declarationId: "",
  title: "",
  problem: "",
  alternatives: "",
  costCents: null as number | null,
  maintenanceCents: null as number | null,
  usefulYears: "50",
  ratePercent: "7",
  recurrences: [
    { years: "10", before: "", after: "0" },
    { years: "100", before: "", after: "0" },
  ],
};
const cents = (dollars: string) => Math.round(Number(dollars || "0") * 100);
const bodyOf = (v: typeof blank) => ({
  ...v,
  declarationId: v.declarationId || null,
  maintenanceCents: v.maintenanceCents ?? 0,
  usefulYears: Number(v.usefulYears),
  ratePercent: Number(v.ratePercent),
  recurrences: v.recurrences.map((r) => ({
    years: Number(r.years),
    before: cents(r.before),
    after: cents(r.after),
  })),
});

/** Begins a sub-application with what its benefit-cost analysis stands on. */
export function MitigationDialog({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (made: { id: string }) => void;
}) {
  return (
    <PostDialog
      title="Begin a sub-application"
      description="Damage before and after the work, by how often such an event comes."
      path="/api/v1/pa-mitigation"
      submit="Begin"
      nouns={["pa-mitigation"]}
      values={blank}
      bodyOf={bodyOf}
      onClose={onClose}
      onDone={onDone}
    >
      <FormRow>
        <SelectField name="program" label="Program" options={options(programs)} />
        <TextField name="opportunity" label="Opportunity number" maxLength={80} />
      </FormRow>
      <DeclarationField required={false} />
      <TextField name="title" label="Work" required maxLength={200} />
      <TextArea name="problem" label="What happens without it" rows={3} required />
      <TextArea name="alternatives" label="Alternatives" rows={2} />
      <FormRow>
        <MoneyField name="costCents" label="Cost" required />
        <MoneyField name="maintenanceCents" label="Maintenance a year" />
      </FormRow>
      <FormRow>
        <QuantityField name="usefulYears" label="Useful life" unit="years" required />
        <SelectField
          name="ratePercent"
          label="Discount rate"
          options={discountRates.map((r) => ({ value: String(r.percent), label: r.name }))}
        />
      </FormRow>
      <LineItems
        name="recurrences"
        label="Damage by recurrence"
        blank={() => ({ years: "", before: "", after: "0" })}
        columns={[
          { name: "years", label: "Recurrence interval, years", kind: "decimal" },
          { name: "before", label: "Before, $", kind: "decimal", least: 2 },
          { name: "after", label: "After, $", kind: "decimal", least: 2 },
        ]}
      />
    </PostDialog>
  );
}
