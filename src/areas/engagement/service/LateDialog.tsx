import { options } from "#kernel/labels.ts";
import { DateField, SelectField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { lateReasons } from "./service.labels.ts";
import type { ServiceRecord } from "./service.model.ts";

/** Why a date was missed, in public, and what day is expected now. */
export function LateDialog({ request, onClose }: { request: ServiceRecord; onClose: () => void }) {
  const save = useMutationAction("service-requests");
  return (
    <FormDialog<{ reason: string; expectedOn: string }>
      title="Say why it is late"
      description="Everybody may read the reason. Whoever reported it and whoever follows it get a letter."
      defaultValues={{ reason: "", expectedOn: "" }}
      submitLabel="Publish the reason"
      onSubmit={async (body) => {
        await save.mutateAsync({
          path: `/api/v1/service-requests/${request.id}/late-reason`,
          body,
          version: request.version,
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        name="reason"
        label="Reason"
        required
        options={[{ value: "", label: "Choose" }, ...options(lateReasons)]}
      />
      <DateField name="expectedOn" label="Expected now by" required />
    </FormDialog>
  );
}
