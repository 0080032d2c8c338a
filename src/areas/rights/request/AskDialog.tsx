import { endOfDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { duties, dutyLabels } from "#roles.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { DateField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { RequestRow } from "./request.model.ts";

type Fields = { duty: string; until: string; reason: string };

/** Asks for a duty until the end of a day. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAgency();
  const ask = useMutationAction<RequestRow>("access-requests", "approvals");
  const send = async (values: Fields) => {
    const row = await ask.mutateAsync({
      path: "/api/v1/access-requests",
      body: {
        duty: values.duty,
        reason: values.reason,
        until: values.until ? new Date(endOfDate(day(values.until), timeZone)).toISOString() : "",
      },
    });
    notify.done("Asked", `${row.number} is on its way.`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Ask for a duty"
      description="Somebody else decides. If it is given, it ends with the day that you choose."
    >
      <Form<Fields>
        formKey={null}
        defaultValues={{ duty: "", until: "", reason: "" }}
        submitLabel="Ask"
        onCancel={onClose}
        onSubmit={send}
      >
        <SelectField
          name="duty"
          label="Duty"
          placeholder="Choose"
          options={duties
            .filter((duty) => duty !== "read_only")
            .map((value) => ({ value, label: dutyLabels[value].label }))}
          required
        />
        <DateField name="until" label="Until" required />
        <TextArea name="reason" label="What for" rows={2} maxLength={500} required />
      </Form>
    </Dialog>
  );
}
