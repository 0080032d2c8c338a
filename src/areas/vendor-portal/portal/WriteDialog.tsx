import { useNavigate } from "react-router";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import type { Overview } from "./portal.model.ts";

type WriteProps = {
  orgId?: string;
  subject?: string;
  objectType?: "purchaseOrder";
  objectId?: string;
  onClose: () => void;
};

/** A new message to an agency, about a record or about nothing in particular. */
export function WriteDialog({ orgId, subject = "", objectType, objectId, onClose }: WriteProps) {
  const navigate = useNavigate();
  const overview = useGet<Overview>("vendor-overview", "/api/v1/vendor-overview", {
    enabled: !orgId,
  });
  const send = useMutationAction<{ id: string }>("vendor-threads", "vendor-overview");
  const agencies = overview.data?.agencies ?? [];
  const submit = async (v: { orgId: string; subject: string; body: string }) => {
    const to = orgId ?? v.orgId;
    const { id } = await send.mutateAsync({
      path: `/api/v1/vendor-threads/${to}`,
      body: {
        subject: v.subject,
        body: v.body,
        objectType: objectType ?? null,
        objectId: objectId ?? null,
      },
    });
    onClose();
    void navigate(`/vendor-portal/messages/${to}/${id}`);
  };
  return (
    <FormDialog
      title="Write to the agency"
      description="The buyer is told. A message is no bid, no order and no change of one."
      defaultValues={{ orgId: "", subject, body: "" }}
      submitLabel="Send"
      onSubmit={submit}
      onClose={onClose}
    >
      {!orgId && (
        <SelectField
          name="orgId"
          label="Agency"
          required
          options={agencies.map((a) => ({ value: a.orgId, label: a.agency }))}
        />
      )}
      <TextField name="subject" label="Subject" required maxLength={200} />
      <TextArea name="body" label="Message" rows={6} required maxLength={10_000} />
    </FormDialog>
  );
}
