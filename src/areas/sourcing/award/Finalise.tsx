import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AwardDetail } from "./award.fields.model.ts";

type Account = { id: string; code: string; name?: string };

/** Awards: issues and encumbers all orders together. */
export function Finalise({ a, onClose }: { a: AwardDetail; onClose: () => void }) {
  const send = useMutationAction("awards", "evaluations", "solicitations", "purchase-orders");
  const submit = async ({ accountStringId }: { accountStringId: string }) => {
    await send.mutateAsync({
      path: `/api/v1/awards/${a.id}/actions/finalise`,
      body: { accountStringId: accountStringId || null },
      version: a.version,
    });
    notify.done("Awarded", "Orders are issued and encumbered.");
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Award ${a.number}`}
      description={`${counted(a.parts.length, "order")} over ${formatCents(a.totalCents)} are issued and encumbered together, or none is.`}
    >
      <Form<{ accountStringId: string }>
        formKey={null}
        defaultValues={{ accountStringId: "" }}
        submitLabel="Award"
        onSubmit={submit}
        onCancel={onClose}
      >
        {a.needsAccount ? (
          <Combobox<Account>
            name="accountStringId"
            label="Account for lines that no requisition carries"
            required
            path="/api/v1/account-strings"
            itemLabel={(account) => account.code}
          />
        ) : (
          <p className="text-t2">Every line charges what its requisition charges.</p>
        )}
      </Form>
    </Dialog>
  );
}
