import {
  CheckboxField,
  FormRow,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { options } from "#kernel/labels.ts";
import { clockUnits, type ClockUnit } from "../claim/claim.labels.ts";
import type { TermsAnswer } from "./change.model.ts";

const clocks = ["noticeDays", "submitDays", "decideDays", "appealDays"] as const;
const units = ["noticeIn", "submitIn", "decideIn", "appealIn"] as const;
type Values = Record<(typeof clocks)[number], string> &
  Record<(typeof units)[number], ClockUnit> & {
    dayCount: "calendar" | "business";
    citation: string;
    published: boolean;
  };
const shown = (days: number | null) => (days === null ? "" : String(days));
const given = (days: string) => (days === "" ? null : Number(days));

/** A clock: how many, and of what. */
function Clock({
  name,
  label,
}: {
  name: "notice" | "submit" | "decide" | "appeal";
  label: string;
}) {
  return (
    <FormRow>
      <QuantityField name={`${name}Days`} label={label} decimals={0} />
      <SelectField
        name={`${name}In`}
        label={`${label}, counted in`}
        options={options(clockUnits)}
      />
    </FormRow>
  );
}

/** A contract's clocks of claims, and whether everybody reads of its changes and claims. */
export function TermsDialog({
  contractId,
  terms,
  onClose,
}: {
  contractId: string;
  terms: TermsAnswer;
  onClose: () => void;
}) {
  const act = useMutationAction("contracts");
  const send = async (values: Values) => {
    const { dayCount, citation, published } = values;
    await act.mutateAsync({
      method: "PUT",
      path: `/api/v1/contracts/${contractId}/change-terms`,
      version: terms.version,
      body: {
        ...Object.fromEntries(clocks.map((name) => [name, given(values[name])])),
        ...Object.fromEntries(units.map((name) => [name, values[name]])),
        dayCount,
        citation,
        published,
      },
    });
    notify.done("Saved");
    onClose();
  };
  return (
    <FormDialog<Values>
      title="Clocks of claims, and what is published"
      description="As the contract says. A claim keeps the clocks of its notice; an empty field sets no day."
      defaultValues={{
        noticeDays: shown(terms.noticeDays),
        submitDays: shown(terms.submitDays),
        decideDays: shown(terms.decideDays),
        appealDays: shown(terms.appealDays),
        noticeIn: terms.noticeIn,
        submitIn: terms.submitIn,
        decideIn: terms.decideIn,
        appealIn: terms.appealIn,
        dayCount: terms.dayCount,
        citation: terms.citation,
        published: terms.published,
      }}
      submitLabel="Save"
      onSubmit={send}
      onClose={onClose}
    >
      <Clock name="notice" label="Notice after it was known" />
      <Clock name="submit" label="To submit" />
      <Clock name="decide" label="To decide" />
      <Clock name="appeal" label="To appeal" />
      <SelectField
        name="dayCount"
        label="Days are counted as"
        options={[
          { value: "calendar", label: "Calendar days" },
          { value: "business", label: "Business days of the agency" },
        ]}
      />
      <TextField
        name="citation"
        label="Where the contract says so"
        hint="Such as section 4.3"
        maxLength={300}
      />
      <CheckboxField
        name="published"
        label="Everybody may read of its change orders and claims"
        hint="Number, title, vendor, more, less, net, percent and status. Only while the agency publishes such things."
      />
    </FormDialog>
  );
}
