import { useState } from "react";
import { dayAfter } from "#kernel/holidays.ts";
import { dateIn } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { CheckboxField, DateField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AskChoices } from "./signature.model.ts";

type Values = {
  ours: string;
  second: string;
  way: "portal" | "link";
  name: string;
  email: string;
  vendorFirst: boolean;
  expiresOn: string;
};

const signersOf = (v: Values, vendor: boolean) => {
  const ours = [v.ours, v.second]
    .filter(Boolean)
    .map((personId) => ({ side: "ours" as const, personId }));
  if (!vendor) return ours;
  const theirs =
    v.way === "portal"
      ? { side: "portal" as const }
      : { side: "link" as const, name: v.name, email: v.email };
  return v.vendorFirst ? [theirs, ...ours] : [...ours, theirs];
};

function Theirs({ way, vendor }: { way: Values["way"]; vendor: string }) {
  return (
    <>
      <SelectField
        name="way"
        label={`${vendor} signs`}
        required
        options={[
          { value: "portal", label: "In the vendor portal, signed in" },
          { value: "link", label: "By a link sent to one person" },
        ]}
      />
      {way === "link" && (
        <>
          <TextField name="name" label="Who signs for the vendor" required maxLength={200} />
          <TextField
            name="email"
            type="email"
            label="Their mail address"
            required
            hint="The link and its code go here, in two letters"
          />
        </>
      )}
      <CheckboxField name="vendorFirst" label="The vendor signs first" />
    </>
  );
}

function Fields({
  choices,
  source,
  onClose,
}: {
  choices: AskChoices;
  source: { sourceType: string; sourceId: string };
  onClose: () => void;
}) {
  const { timeZone } = useAgency();
  const act = useMutationAction("signatures", "contracts", "contract-amendments", "tasks");
  const people = choices.people.map(({ id, name, basis }) => ({
    value: id,
    label: `${name}, by ${basis}`,
  }));
  const send = async (values: Values) => {
    await act.mutateAsync({
      path: "/api/v1/signature-requests",
      body: {
        ...source,
        signers: signersOf(values, choices.vendor !== null),
        ordered: true,
        expiresOn: values.expiresOn,
      },
      version: choices.version,
    });
    notify.done("Signatures asked for", `${choices.number} is out for signature`);
    onClose();
  };
  return (
    <Form<Values>
      formKey={null}
      defaultValues={{
        ours: people[0]?.value ?? "",
        second: "",
        way: "portal",
        name: "",
        email: "",
        vendorFirst: true,
        expiresOn: dayAfter(dateIn(new Date().toISOString(), timeZone), 14),
      }}
      submitLabel="Ask for signatures"
      onCancel={onClose}
      onSubmit={send}
    >
      {(form) => (
        <>
          <SelectField name="ours" label="Signs for the agency" required options={people} />
          {people.length > 1 && (
            <SelectField
              name="second"
              label="And, where two must sign"
              placeholder="Nobody else"
              options={people}
            />
          )}
          {choices.vendor && <Theirs way={form.watch("way")} vendor={choices.vendor} />}
          <DateField name="expiresOn" label="Sign by" required />
        </>
      )}
    </Form>
  );
}

/** Asks for signatures under a record: who signs, in which order, until when. */
export function AskSignatures({
  sourceType,
  sourceId,
  onClose,
}: {
  sourceType: string;
  sourceId: string;
  onClose: () => void;
}) {
  const [source] = useState({ sourceType, sourceId });
  const choices = useGet<AskChoices>(
    "signature-choices",
    `/api/v1/signature-choices?sourceType=${sourceType}&sourceId=${sourceId}`,
  );
  const { data } = choices;
  const lack =
    data?.refusal ??
    (data && data.people.length === 0
      ? `Nobody in the register of signing authority may sign ${data.number} over ${formatCents(data.amount)} today. An administrator enters who may, under Team.`
      : null);
  return (
    <Dialog
      onClose={onClose}
      title={data ? `Ask for signatures under ${data.number}?` : "Ask for signatures"}
      description="Its PDF is made now, and these very bytes are signed. If the terms change afterwards, the signatures are void."
    >
      {choices.isError && <ErrorPanel error={choices.error} what="Who may sign" />}
      {lack && (
        <p className="notice tone-warning" role="status">
          {lack}
        </p>
      )}
      {data && !lack && <Fields choices={data} source={source} onClose={onClose} />}
    </Dialog>
  );
}
