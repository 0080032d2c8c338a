import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { MoneyField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { spreadRelease, type Retainage } from "./retainage.model.ts";

// On which invoices the amount falls, before anything is sent.
function Falls({ invoices }: Pick<Retainage, "invoices">) {
  const amount = useWatch({ name: "amount" }) as number | null;
  if (!amount) return null;
  const parts = spreadRelease(invoices, amount);
  return (
    <div role="status" className="text-13 text-t2">
      {parts ? (
        <ul>
          {parts.map((part) => (
            <li key={part.id}>
              {formatCents(part.amount)} of {part.number}
            </li>
          ))}
        </ul>
      ) : (
        "Approved invoices withhold less."
      )}
    </div>
  );
}

/** Releases what a contract withholds, the oldest invoice first; each part then waits for a payment run. */
export function ReleaseDialog({
  contractId,
  retainage,
  onClose,
}: {
  contractId: string;
  retainage: Retainage;
  onClose: () => void;
}) {
  return (
    <PostDialog<{ amount: number | null; reason: string }>
      title="Release retainage"
      description="The oldest invoice comes first. What you release waits for a payment run, due by the invoices' terms from today."
      path={`/api/v1/contracts/${contractId}/retainage-releases`}
      submit="Release"
      values={{ amount: retainage.over || retainage.withheld, reason: "" }}
      nouns={["contracts", "invoices", "payables", "deadlines"]}
      onClose={onClose}
    >
      <MoneyField name="amount" label="Amount to release" required />
      <Falls invoices={retainage.invoices} />
      <ReasonField label="Reason" />
    </PostDialog>
  );
}
