import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import {
  MoneyField,
  QuantityField,
  RadioGroup,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { ClaimDetail, Issue } from "./claim.model.ts";
import { issuesToInput, type IssueForm } from "./claimForm.ts";
import { IssueLines } from "./IssueLines.tsx";

type Props = { claim: ClaimDetail; onClose: () => void };

function StepDialog<V extends object>({
  claim,
  onClose,
  action,
  title,
  description,
  submit,
  values,
  bodyOf,
  children,
}: Props & {
  action: string;
  title: string;
  description: string;
  submit: string;
  values: V;
  bodyOf: (values: V) => object;
  children: ReactNode;
}) {
  const act = useMutationAction("claims", "change-orders");
  const send = async (given: V) => {
    await act.mutateAsync({
      path: `/api/v1/claims/${claim.id}/actions/${action}`,
      body: bodyOf(given),
      version: claim.version,
    });
    notify.done("Saved", claim.number);
    onClose();
  };
  return (
    <FormDialog<V>
      title={title}
      description={description}
      className="dialog dialog-wide"
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** A claim that was submitted on paper. */
export function SubmitDialog(props: Props) {
  return (
    <StepDialog<{ certifiedBy: string; issues: IssueForm[] }>
      {...props}
      action="submit"
      title={`Submit ${props.claim.number}`}
      description="Point by point, certified by the vendor. Counsel is told."
      submit="Submit"
      values={{
        certifiedBy: "",
        issues: props.claim.issues.map(({ title, claimed, claimedDays }) => ({
          title,
          claimed,
          claimedDays: String(claimedDays),
        })),
      }}
      bodyOf={({ certifiedBy, issues }) => ({ certifiedBy, issues: issuesToInput(issues) })}
    >
      <TextField name="certifiedBy" label="Certified by" required maxLength={200} />
      <IssueLines />
    </StepDialog>
  );
}

type Pair = { amount: number | null; days: string };
const pairOf = (amount: number | null, days: number | null): Pair => ({
  amount,
  days: days === null ? "" : String(days),
});
const daysOf = ({ days }: Pair) => (days === "" ? null : Number(days));

// Every point with an amount and days, for each of the names.
function PerIssue({
  issues,
  names,
}: {
  issues: readonly Issue[];
  names: readonly (readonly [name: string, label: string])[];
}) {
  useFormContext();
  return issues.map((issue, at) => (
    <fieldset key={issue.id} className="field">
      <legend>{issue.title}</legend>
      {names.map(([name, label]) => (
        <div key={name} className="form-row">
          <MoneyField name={`${name}.${at}.amount`} label={label} />
          <QuantityField name={`${name}.${at}.days`} label="Days" unit="days" decimals={0} />
        </div>
      ))}
    </fieldset>
  ));
}

/** What the agency found and offers, point by point. */
export function AssessDialog(props: Props) {
  const { issues } = props.claim;
  return (
    <StepDialog<{ found: Pair[]; offered: Pair[] }>
      {...props}
      action="assess"
      title={`${props.claim.number}: found and offered`}
      description="The vendor sees what is offered, never what is found."
      submit="Save"
      values={{
        found: issues.map((i) => pairOf(i.found, i.foundDays)),
        offered: issues.map((i) => pairOf(i.offered, i.offeredDays)),
      }}
      bodyOf={({ found, offered }) => ({
        issues: issues.map(({ id }, at) => ({
          id,
          found: found[at]!.amount,
          foundDays: daysOf(found[at]!),
          offered: offered[at]!.amount,
          offeredDays: daysOf(offered[at]!),
        })),
      })}
    >
      <PerIssue
        issues={issues}
        names={[
          ["found", "Found"],
          ["offered", "Offered"],
        ]}
      />
    </StepDialog>
  );
}

/** Accepted, in part, or denied. */
export function DecideDialog(props: Props) {
  return (
    <StepDialog<{ outcome: string; decision: string }>
      {...props}
      action="decide"
      title={`Decide on ${props.claim.number}`}
      description="The vendor is told with the reason, and may appeal what is not accepted."
      submit="Decide"
      values={{ outcome: "", decision: "" }}
      bodyOf={(values) => values}
    >
      <RadioGroup
        name="outcome"
        label="Decision"
        required
        options={[
          { value: "accepted", label: "Accepted" },
          { value: "part", label: "Accepted in part" },
          { value: "denied", label: "Denied" },
        ]}
      />
      <TextArea name="decision" label="Why" rows={4} required maxLength={20000} />
    </StepDialog>
  );
}

/** An appeal that came on paper. */
export function AppealDialog(props: Props) {
  return (
    <StepDialog<{ appeal: string }>
      {...props}
      action="appeal"
      title={`Enter the appeal of ${props.claim.number}`}
      description="Counsel is told."
      submit="Enter the appeal"
      values={{ appeal: "" }}
      bodyOf={(values) => values}
    >
      <TextArea name="appeal" label="What the vendor says" rows={4} required maxLength={20000} />
    </StepDialog>
  );
}

/** What both sides agree to, for approvers. */
export function SettleDialog(props: Props) {
  const { issues } = props.claim;
  return (
    <StepDialog<{ settlement: string; settled: Pair[] }>
      {...props}
      action="settle"
      title={`Settle ${props.claim.number}`}
      description="Others approve it. Once they have, a change order carries it out."
      submit="Ask for approval"
      values={{
        settlement: "",
        settled: issues.map((i) =>
          pairOf(i.offered ?? i.found ?? 0, i.offeredDays ?? i.foundDays ?? 0),
        ),
      }}
      bodyOf={({ settlement, settled }) => ({
        settlement,
        issues: issues.map(({ id }, at) => ({
          id,
          amount: settled[at]!.amount ?? 0,
          days: daysOf(settled[at]!) ?? 0,
        })),
      })}
    >
      <TextArea name="settlement" label="What is agreed" rows={3} required maxLength={20000} />
      <PerIssue issues={issues} names={[["settled", "Settled"]]} />
    </StepDialog>
  );
}
