import { isLumpSum, muchOf } from "#kernel/lump-sum.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { FormRow, QuantityField, TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { PayDetail } from "./pay.model.ts";

type Values = {
  lines: { purchaseOrderLineId: string; quantity: string; stored: string; reason: string }[];
};

/** Certifies an application: every line as applied for, or less with a reason. */
export function CertifyDialog({ a, onClose }: { a: PayDetail; onClose: () => void }) {
  const send = useMutationAction("pay-applications", "projects", "invoices", "purchase-orders");
  const lines = a.lines.filter(({ claimed, stored }) => claimed !== "0" || stored !== "0");
  return (
    <FormDialog<Values>
      title={`Certify application ${a.applicationNo}`}
      description="Receipt and invoice follow from it in one step, and the invoice goes to its approvers. Enter less where less was built, with the reason."
      defaultValues={{
        lines: lines.map(({ purchaseOrderLineId, claimed, stored }) => ({
          purchaseOrderLineId,
          quantity: claimed,
          stored,
          reason: "",
        })),
      }}
      submitLabel="Certify"
      wide
      onClose={onClose}
      onSubmit={async (values) => {
        await send.mutateAsync({
          path: `/api/v1/pay-applications/${a.id}/actions/certify`,
          body: {
            lines: values.lines.map((line) => ({
              ...line,
              quantity: line.quantity || "0",
              stored: line.stored || "0",
            })),
          },
          version: a.version,
        });
        notify.done(`Application ${a.applicationNo} is certified`);
        onClose();
      }}
    >
      {lines.map((line, at) => (
        <FormRow key={line.purchaseOrderLineId}>
          <QuantityField
            name={`lines.${at}.quantity`}
            label={`${line.lineNo} ${line.description}`}
            {...(isLumpSum(line) ? { decimals: 2, least: 2 } : { unit: line.unit })}
            hint={`${muchOf(line, line.claimed)} applied for`}
            required
          />
          {line.stored !== "0" && (
            <QuantityField
              name={`lines.${at}.stored`}
              label="Stored material, $"
              decimals={2}
              least={2}
              hint={`$${shownDecimal(line.stored, 2)} applied for`}
              required
            />
          )}
          <TextField name={`lines.${at}.reason`} label="Why less" maxLength={500} />
        </FormRow>
      ))}
    </FormDialog>
  );
}
