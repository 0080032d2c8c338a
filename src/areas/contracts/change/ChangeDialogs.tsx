import type { ReactNode } from "react";
import { formatCents } from "#kernel/money.ts";
import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import { DateField, RadioGroup, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ChangeDetail } from "./change.model.ts";
import { linesToForm, linesToInput, type LineForm } from "./changeForm.ts";
import { ChangeLines } from "./ChangeFields.tsx";

type Props = { change: ChangeDetail; onClose: () => void };

function StepDialog<V extends object>({
  change,
  onClose,
  action,
  title,
  description,
  submit,
  values,
  bodyOf,
  wide,
  children,
}: Props & {
  action: string;
  title: string;
  description: string;
  submit: string;
  values: V;
  bodyOf: (values: V) => object;
  wide?: boolean;
  children: ReactNode;
}) {
  const act = useMutationAction("change-orders", "contracts");
  const send = async (given: V) => {
    await act.mutateAsync({
      path: `/api/v1/change-orders/${change.id}/actions/${action}`,
      body: bodyOf(given),
      version: change.version,
    });
    notify.done("Saved", change.number);
    onClose();
  };
  return (
    <FormDialog<V>
      title={title}
      description={description}
      {...(wide ? { className: "dialog dialog-wide" } : {})}
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The scope test. */
export function ReviewDialog(props: Props) {
  return (
    <StepDialog<{ inScope: string; scopeReason: string }>
      {...props}
      action="review"
      title={`Review ${props.change.number}`}
      description="What is not within the contract's scope is refused: it is a new procurement."
      submit="Review"
      values={{ inScope: "", scopeReason: "" }}
      bodyOf={({ inScope, scopeReason }) => ({ inScope: inScope === "yes", scopeReason })}
    >
      <RadioGroup
        name="inScope"
        label="Is it within the contract's scope?"
        required
        options={[
          { value: "yes", label: "Yes, it goes on" },
          { value: "no", label: "No, it is refused" },
        ]}
      />
      <TextArea name="scopeReason" label="Why" rows={3} required maxLength={4000} />
    </StepDialog>
  );
}

/** Lines as negotiated, and the analysis. */
export function PriceDialog(props: Props) {
  const { change } = props;
  return (
    <StepDialog<{ lines: LineForm[]; analysis: string }>
      {...props}
      wide
      action="price"
      title={`Price ${change.number}`}
      description="More and less are added up apart. Whoever prices it does not approve it."
      submit="Price"
      values={{ lines: linesToForm(change.lines), analysis: change.analysis }}
      bodyOf={({ lines, analysis }) => ({ lines: linesToInput(lines), analysis })}
    >
      <ChangeLines />
      <TextArea
        name="analysis"
        label="Cost or price analysis"
        hint="Asked for above the simplified acquisition threshold, more and less together. 2 CFR 200.324(a)"
        rows={4}
        maxLength={20000}
      />
    </StepDialog>
  );
}

type Year = { year: string | number; amount: number | null };

/** What pays for it. */
export function FundsDialog(props: Props) {
  const { net } = props.change;
  return (
    <StepDialog<{ funding: string; yearPlan: Year[] }>
      {...props}
      action="checkFunds"
      title={`Check the funds of ${props.change.number}`}
      description={`The years come to the net change, ${formatCents(net)}.`}
      submit="Funds are there"
      values={{
        funding: props.change.funding,
        yearPlan: net === 0 ? [] : [{ year: "", amount: net }],
      }}
      bodyOf={({ funding, yearPlan }) => ({
        funding,
        yearPlan: yearPlan.map(({ year, amount }) => ({
          year: Number(year),
          amount: amount ?? 0,
        })),
      })}
    >
      <TextField name="funding" label="Paid from" hint="Account, fund or award" required />
      <LineItems
        name="yearPlan"
        label="By fiscal year"
        blank={() => ({ year: "", amount: null })}
        columns={[
          { name: "year", label: "Fiscal year", kind: "text", required: true, width: "w-[140px]" },
          { name: "amount", label: "Amount", kind: "money", required: true },
        ]}
      />
    </StepDialog>
  );
}

type Decision = { bodyNumber: string; bodyDay: string; document: StoredFile[] };

/** The governing body's decision beyond a cap. */
export function DecisionDialog(props: Props) {
  return (
    <StepDialog<Decision>
      {...props}
      action="recordDecision"
      title={`Record the governing body's decision on ${props.change.number}`}
      description="With it, the change may go beyond the caps."
      submit="Record the decision"
      values={{ bodyNumber: "", bodyDay: "", document: [] }}
      bodyOf={({ document, ...values }) => ({ ...values, bodyFileId: document[0]?.id ?? "" })}
    >
      <TextField
        name="bodyNumber"
        label="Number"
        hint="Such as Resolution 2027-31"
        required
        maxLength={100}
      />
      <DateField name="bodyDay" label="Decided on" required />
      <FileDrop name="document" label="Document" required multiple={false} />
    </StepDialog>
  );
}
