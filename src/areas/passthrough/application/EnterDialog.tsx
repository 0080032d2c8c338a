import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { ApplicationFields } from "./ApplicationFields.tsx";
import { applicationBody, blankApplication, type ApplicationForm } from "./applicationForm.ts";

type Values = ApplicationForm & {
  vendorId: string | null;
  receivedOn: string;
  receivedBy: string;
};

/** Enters an application that came on paper; it counts as sent. */
export function EnterDialog({
  program,
  onClose,
}: {
  program: { id: string; number: string };
  onClose: () => void;
}) {
  const save = useMutationAction("program-applications", "grant-programs");
  return (
    <Dialog
      onClose={onClose}
      title={`An application to ${program.number}`}
      description="As it came on paper. It counts as sent and stays as it is."
    >
      <Form<Values>
        formKey={`program-application-${program.id}`}
        defaultValues={{ ...blankApplication, vendorId: null, receivedOn: "", receivedBy: "" }}
        submitLabel="Enter application"
        onCancel={onClose}
        onSubmit={async ({ vendorId, receivedOn, receivedBy, ...values }) => {
          await save.mutateAsync({
            path: `/api/v1/grant-programs/${program.id}/applications`,
            body: { ...applicationBody(values), vendorId, receivedOn, receivedBy },
          });
          onClose();
        }}
      >
        <Combobox<{ id: string; name: string; number: string }>
          name="vendorId"
          label="Applicant"
          required
          path="/api/v1/vendors"
          query="status=active"
          itemLabel={(v) => v.name}
          itemHint={(v) => v.number}
        />
        <FormRow>
          <DateField
            name="receivedOn"
            label="Received on"
            required
            hint="Decides whether it is in time, not the day on which it is typed in."
          />
          <TextField
            name="receivedBy"
            label="Taken by"
            maxLength={120}
            hint="Where it was not you"
          />
        </FormRow>
        <ApplicationFields />
      </Form>
    </Dialog>
  );
}
