import { useState } from "react";
import { Form } from "#web/kit/form/Form.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { CheckboxField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ContactRow, VendorDetail } from "./vendor.model.ts";

/** Shows the whole tax number to whoever gives a reason. */
export function RevealDialog({ vendor, onClose }: { vendor: VendorDetail; onClose: () => void }) {
  const reveal = useMutationAction<{ tin: string; kind: "ein" | "ssn" }>();
  const [tin, setTin] = useState<string | null>(null);
  const show = async ({ reason }: { reason: string }) => {
    const answer = await reveal.mutateAsync({
      path: `/api/v1/vendors/${vendor.id}/actions/reveal-tin`,
      body: { reason },
    });
    setTin(
      answer.kind === "ssn"
        ? answer.tin.replace(/(...)(..)(....)/, "$1-$2-$3")
        : answer.tin.replace(/(..)(.{7})/, "$1-$2"),
    );
  };
  return (
    <Dialog
      onClose={onClose}
      title="Show the tax number"
      description="Who looked, when and why is kept in the audit record. Ten times an hour at most."
    >
      {tin ? (
        <p className="mono py-4 text-center text-22" aria-live="polite">
          {tin}
        </p>
      ) : (
        <Form<{ reason: string }>
          formKey={null}
          defaultValues={{ reason: "" }}
          submitLabel="Show it"
          onCancel={onClose}
          onSubmit={show}
        >
          <TextField
            name="reason"
            label="What you need it for"
            hint="Form 1099-NEC for 2026"
            required
            maxLength={500}
          />
        </Form>
      )}
    </Dialog>
  );
}

type ContactForm = {
  name: string;
  title: string;
  email: string;
  phone: string;
  isPrimary: boolean;
  active: boolean;
};

/** A contact of the vendor: a new one (`contact` null) or a change. */
export function ContactDialog({
  vendor,
  contact,
  onClose,
}: {
  vendor: VendorDetail;
  contact: ContactRow | null;
  onClose: () => void;
}) {
  const save = useMutationAction("vendors");
  const path = `/api/v1/vendors/${vendor.id}/contacts`;
  const submit = async (values: ContactForm) => {
    await save.mutateAsync(
      contact
        ? { method: "PATCH", path: `${path}/${contact.id}`, body: values, version: contact.version }
        : { path, body: values },
    );
    onClose();
  };
  return (
    <FormDialog<ContactForm>
      title={contact ? contact.name : "Add a contact"}
      description="A change of contact data restarts the payment hold of a young bank change."
      defaultValues={{
        name: contact?.name ?? "",
        title: contact?.title ?? "",
        email: contact?.email ?? "",
        phone: contact?.phone ?? "",
        isPrimary: contact?.isPrimary ?? false,
        active: contact?.active ?? true,
      }}
      submitLabel="Save contact"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="name" label="Name" required maxLength={200} />
        <TextField name="title" label="Title" maxLength={120} />
      </FormRow>
      <FormRow>
        <TextField name="email" label="E-mail" type="email" />
        <TextField name="phone" label="Phone" type="tel" />
      </FormRow>
      <CheckboxField name="isPrimary" label="First to call" />
      {contact && <CheckboxField name="active" label="Still with the vendor" />}
    </FormDialog>
  );
}
