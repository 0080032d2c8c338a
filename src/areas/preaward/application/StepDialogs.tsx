import type { ReactNode } from "react";
import { CheckboxField, DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { certification } from "./application.labels.ts";
import type { ApplicationRecord } from "./application.model.ts";

type Props = { record: ApplicationRecord; onClose: () => void };

function Step<V extends object>({
  record,
  onClose,
  action,
  title,
  about,
  submit,
  values,
  children,
}: Props & {
  action: string;
  title: string;
  about: string;
  submit: string;
  values: V;
  children: ReactNode;
}) {
  const act = useMutationAction("grant-applications");
  return (
    <FormDialog<V>
      title={title}
      description={about}
      defaultValues={values as never}
      submitLabel={submit}
      onSubmit={async (body) => {
        await act.mutateAsync({
          path: `/api/v1/grant-applications/${record.id}/actions/${action}`,
          body,
          version: record.version,
        });
        notify.done("Saved", record.number);
        onClose();
      }}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}

/** The authorized representative certifies and signs. */
export function SignDialog(props: Props) {
  return (
    <Step
      {...props}
      action="sign"
      title={`Sign ${props.record.number}`}
      about={certification}
      submit="Certify and sign"
      values={{ first: "", last: "", title: "", phone: "", agreed: false }}
    >
      <FormRow>
        <TextField name="first" label="First name" required maxLength={35} />
        <TextField name="last" label="Last name" required maxLength={60} />
      </FormRow>
      <FormRow>
        <TextField name="title" label="Title" required maxLength={45} />
        <TextField name="phone" label="Telephone" type="tel" required maxLength={25} />
      </FormRow>
      <CheckboxField name="agreed" label="I certify this, and sign with my name" />
    </Step>
  );
}

/** It went to the grantor. */
export function SubmitDialog(props: Props) {
  return (
    <Step
      {...props}
      action="submit"
      title={`Record ${props.record.number} as submitted`}
      about="Send the package to the portal yourself first: this does not reach Grants.gov. The XML of its forms is checked by the official schemas, and the package kept with its hash. Nothing of it changes afterwards."
      submit="Record as submitted"
      values={{ trackingNumber: "" }}
    >
      <TextField
        name="trackingNumber"
        label="Tracking number"
        hint="As the portal gives it; it may be added later."
      />
    </Step>
  );
}

/** The portal's number came after it was submitted. */
export function TrackDialog(props: Props) {
  return (
    <Step
      {...props}
      action="track"
      title={`Tracking number of ${props.record.number}`}
      about="The portal answers with it once it has taken the package."
      submit="Save"
      values={{ trackingNumber: props.record.trackingNumber }}
    >
      <TextField name="trackingNumber" label="Tracking number" required maxLength={60} />
    </Step>
  );
}

/** It was awarded. */
export function AwardDialog(props: Props) {
  return (
    <Step
      {...props}
      action="award"
      title={`${props.record.number} is awarded`}
      about="As on the notice of award."
      submit="Record the award"
      values={{ awardNumber: "", awardedOn: "", awardCents: props.record.federalCents }}
    >
      <FormRow>
        <TextField name="awardNumber" label="Award number" required maxLength={60} />
        <DateField name="awardedOn" label="Awarded on" required />
      </FormRow>
      <MoneyField name="awardCents" label="Federal amount" required />
    </Step>
  );
}
