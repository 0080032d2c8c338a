import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { YearPlan } from "../contract/ContractFields.tsx";
import type { ContractDetail } from "../contract/contract.model.ts";
import { monthsAfter } from "../contract/term.model.ts";
import { amendmentKinds } from "./amendment.labels.ts";
import type { AmendmentForm } from "./amendment.form.ts";

type Of = Pick<ContractDetail, "joint" | "endsOn" | "optionCount" | "optionsUsed" | "optionMonths">;

/** The fields of an amendment; `contract`: what it changes. */
export function AmendmentFields({ contract: c }: { contract: Of }) {
  const kind = useWatch({ name: "kind" }) as AmendmentForm["kind"];
  return (
    <>
      <FormSection title="What changes">
        <FormRow>
          <SelectField name="kind" label="Kind" required options={options(amendmentKinds)} />
          {kind !== "option" && (
            <DateField
              name="newEndsOn"
              label="New last day"
              hint={`Ends on ${formatDate(c.endsOn)} now`}
            />
          )}
        </FormRow>
        {kind === "option" && (
          <p className="text-t2">
            {c.optionsUsed < c.optionCount
              ? `Option ${c.optionsUsed + 1} of ${c.optionCount} adds ${counted(c.optionMonths, "month")}: the contract then ends on ${formatDate(monthsAfter(c.endsOn, c.optionMonths))}.`
              : `All ${c.optionCount} options of the contract are used.`}
          </p>
        )}
        <TextField name="title" label="What changes" required maxLength={200} />
        <ReasonField maxLength={4000} />
        <TextArea name="scope" label="Change of the scope" rows={3} maxLength={20000} />
      </FormSection>
      <FormSection title="Money">
        <MoneyField
          name="ceilingChange"
          label="Change of the ceiling"
          hint="With a minus where it falls; empty where it stays"
        />
        {c.joint && (
          <MoneyField
            name="jointChange"
            label="Change of the ceiling over all lots"
            hint={`${formatCents(c.joint.ceiling)} over all lots of ${c.joint.number} now, ${formatCents(c.joint.drawn)} drawn`}
          />
        )}
        <YearPlan meets="ceilingChange" label="Change by fiscal year" />
      </FormSection>
    </>
  );
}
