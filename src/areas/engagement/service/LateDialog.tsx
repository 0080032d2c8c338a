import { options } from "#kernel/labels.ts";
import { DateField, SelectField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { lateReasons } from "./service.labels.ts";
import type { ServiceRecord } from "./service.model.ts";

/** Why a date was missed, in public, and what day is expected now. */
export function LateDialog({ request, onClose }: { request: ServiceRecord; onClose: () => void }) {
  const save = useMutationAction("service-requests");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Say why it is late"
      description="Everybody may read the reason. Whoever reported it and whoever follows it get a letter."
    >
      <Form<{ reason: string; expectedOn: string }>
        formKey={null}
        defaultValues={{ reason: "", expectedOn: "" }}
        submitLabel="Publish the reason"
        onCancel={onClose}
        onSubmit={async (body) => {
          await save.mutateAsync({
            path: `/api/v1/service-requests/${request.id}/late-reason`,
            body,
            version: request.version,
          });
          onClose();
        }}
      >
        <SelectField
          name="reason"
          label="Reason"
          required
          options={[{ value: "", label: "Choose" }, ...options(lateReasons)]}
        />
        <DateField name="expectedOn" label="Expected now by" required />
      </Form>
    </Dialog>
  );
}
