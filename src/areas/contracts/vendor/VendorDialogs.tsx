import type { ReactNode } from "react";
import { DateField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { changeForm, type ChangeForm } from "../change/change.form.ts";
import { ChangeLines } from "../change/ChangeFields.tsx";
import { issuesToInput, type IssueForm } from "../claim/claimForm.ts";
import { IssueLines } from "../claim/IssueLines.tsx";
import type { VendorChange, VendorClaim } from "./vendor-change.model.ts";

/** What the vendor is about to do. */
export type Doing =
  | { what: "propose" | "notice" }
  | { what: "withdraw"; change: VendorChange }
  | { what: "submit" | "appeal" | "close"; claim: VendorClaim };

type Asked = {
  title: string;
  description: string;
  submit: string;
  to: string;
  version?: number;
  values: object;
  bodyOf: (values: never) => object;
  fields: ReactNode;
};
type At = { path: string; orgId: string };

const why = (label: string) => <ReasonField label={label} />;

const propose = ({ path }: At): Asked => ({
  title: "Propose a change",
  description:
    "The agency reviews and prices it. The contract stays as it is until both sides sign.",
  submit: "Propose",
  to: `${path}/changes`,
  values: changeForm.blank(),
  bodyOf: (values: ChangeForm) => changeForm.toInput(values),
  fields: (
    <>
      <TextField name="title" label="What changes" required maxLength={200} />
      <ReasonField maxLength={4000} />
      <ChangeLines />
    </>
  ),
});

type Notice = {
  title: string;
  narrative: string;
  eventOn: string;
  knownOn: string;
  issues: IssueForm[];
};
const notice = ({ path }: At): Asked => ({
  title: "Give notice of a claim",
  description: "It counts from today. Amounts may follow when you submit it.",
  submit: "Give notice",
  to: `${path}/claims`,
  values: { title: "", narrative: "", eventOn: "", knownOn: "", issues: [] },
  bodyOf: ({ issues, knownOn, ...values }: Notice) => ({
    ...values,
    knownOn: knownOn || null,
    issues: issuesToInput(issues),
  }),
  fields: (
    <>
      <TextField name="title" label="Claim" required maxLength={200} />
      <TextArea name="narrative" label="What happened" rows={4} required maxLength={20000} />
      <DateField name="eventOn" label="Happened on" required />
      <DateField name="knownOn" label="Known on" hint="Where you learned of it on a later day" />
      <IssueLines />
    </>
  ),
});

const withdraw = ({ orgId }: At, x: VendorChange): Asked => ({
  title: `Withdraw ${x.number}?`,
  description: "The agency decides on it no more.",
  submit: "Withdraw",
  to: `/api/v1/vendor-change-orders/${orgId}/${x.id}/actions/withdraw`,
  version: x.version,
  values: { reason: "" },
  bodyOf: (values) => values,
  fields: why("Why"),
});

const submit = (x: VendorClaim) => ({
  title: `Submit ${x.number}`,
  description: "Point by point. Who certifies it says that the amounts are true.",
  submit: "Submit",
  values: {
    certifiedBy: "",
    issues: x.issues.map(({ title, claimed, claimedDays }) => ({
      title,
      claimed,
      claimedDays: String(claimedDays),
    })),
  },
  bodyOf: ({ certifiedBy, issues }: { certifiedBy: string; issues: IssueForm[] }) => ({
    certifiedBy,
    issues: issuesToInput(issues),
  }),
  fields: (
    <>
      <TextField name="certifiedBy" label="Certified by" required maxLength={200} />
      <IssueLines />
    </>
  ),
});
const appeal = (x: VendorClaim) => ({
  title: `Appeal the decision on ${x.number}`,
  description: "The agency reads it again.",
  submit: "Appeal",
  values: { appeal: "" },
  bodyOf: (values: object) => values,
  fields: (
    <TextArea name="appeal" label="Why the decision is wrong" rows={4} required maxLength={20000} />
  ),
});
const close = (x: VendorClaim) => ({
  title: `Pursue ${x.number} no more?`,
  description: "The claim is closed.",
  submit: "Close the claim",
  values: { reason: "" },
  bodyOf: (values: object) => values,
  fields: why("Why"),
});

const askedOf = (doing: Doing, at: At): Asked => {
  if ("change" in doing) return withdraw(at, doing.change);
  if (!("claim" in doing)) return doing.what === "propose" ? propose(at) : notice(at);
  const { claim, what } = doing;
  return {
    ...{ submit, appeal, close }[what](claim),
    to: `/api/v1/vendor-claims/${at.orgId}/${claim.id}/actions/${what}`,
    version: claim.version,
  } as Asked;
};

/** Asks the vendor for what a step needs, and takes it. */
export function VendorDialog({
  doing,
  onClose,
  ...at
}: At & { doing: Doing; onClose: () => void }) {
  const act = useMutationAction("contracts");
  const asked = askedOf(doing, at);
  return (
    <FormDialog<Record<string, unknown>>
      title={asked.title}
      description={asked.description}
      className="dialog dialog-wide"
      defaultValues={asked.values as never}
      submitLabel={asked.submit}
      onSubmit={async (values) => {
        await act.mutateAsync({
          path: asked.to,
          body: asked.bodyOf(values as never),
          ...(asked.version === undefined ? {} : { version: asked.version }),
        });
        notify.done("Sent");
        onClose();
      }}
      onClose={onClose}
    >
      {asked.fields}
    </FormDialog>
  );
}
