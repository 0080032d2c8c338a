import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { RadioGroup } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { AwardDetail } from "./award.fields.model.ts";
import { GrowthField } from "./GrowthField.tsx";

type Values = { follows: "orders" | "contracts"; accountStringId: string; growth: boolean };
type Account = { id: string; code: string; name?: string };

/** What orders ask for: approval of growth, and the account of what no requisition carries. */
function OfOrders({ a }: { a: AwardDetail }) {
  if ((useWatch({ name: "follows" }) as Values["follows"]) === "contracts") return null;
  return (
    <>
      <GrowthField shortages={a.shortages} label="I approve ordering this beyond the requisition" />
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
    </>
  );
}

/** Awards: issues and encumbers all orders together, or leaves them to contracts. */
export function Finalise({ a, onClose }: { a: AwardDetail; onClose: () => void }) {
  const send = useMutationAction("awards", "evaluations", "solicitations", "purchase-orders");
  const submit = async ({ follows, accountStringId, growth }: Values) => {
    const contracts = follows === "contracts";
    await send.mutateAsync({
      path: `/api/v1/awards/${a.id}/actions/finalise`,
      body: { accountStringId: accountStringId || null, growth, contracts },
      version: a.version,
    });
    notify.done(
      "Awarded",
      contracts ? "Begin the contract of each vendor." : "Orders are issued and encumbered.",
    );
    onClose();
  };
  return (
    <FormDialog<Values>
      title={`Award ${a.number}`}
      description={`${counted(a.parts.length, "vendor")}, ${formatCents(a.totalCents)} in all. Every bidder is told.`}
      defaultValues={{ follows: "orders", accountStringId: "", growth: false }}
      submitLabel="Award"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        name="follows"
        label="What follows"
        options={[
          {
            value: "orders",
            label: "Orders now",
            hint: "Issued and encumbered together, or none is",
          },
          {
            value: "contracts",
            label: "A contract with each vendor",
            hint: "Nothing is ordered yet: orders are placed under the contracts",
          },
        ]}
      />
      <OfOrders a={a} />
    </FormDialog>
  );
}
