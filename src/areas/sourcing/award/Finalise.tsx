import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AwardDetail } from "./award.fields.model.ts";
import { GrowthField } from "./GrowthField.tsx";

type Values = { accountStringId: string; growth: boolean };
type Account = { id: string; code: string; name?: string };

/** Awards: issues and encumbers all orders together. */
export function Finalise({ a, onClose }: { a: AwardDetail; onClose: () => void }) {
  const send = useMutationAction("awards", "evaluations", "solicitations", "purchase-orders");
  const submit = async ({ accountStringId, growth }: Values) => {
    await send.mutateAsync({
      path: `/api/v1/awards/${a.id}/actions/finalise`,
      body: { accountStringId: accountStringId || null, growth },
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
      <Form<Values>
        formKey={null}
        defaultValues={{ accountStringId: "", growth: false }}
        submitLabel="Award"
        onSubmit={submit}
        onCancel={onClose}
      >
        <GrowthField
          shortages={a.shortages}
          label="I approve ordering this beyond the requisition"
        />
        {a.needsAccount ? (
          <Combobox<Account>
            name="accountStringId"
            label="Account for what no requisition carries"
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
