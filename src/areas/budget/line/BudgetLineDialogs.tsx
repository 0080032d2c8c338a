import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { MoneyField, TextArea } from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { BudgetLine } from "../budget.model.ts";

/** Changes what a line was given, with the reason. */
export function Amend({ line, onClose }: { line: BudgetLine; onClose: () => void }) {
  const send = useMutationAction("budget-lines", "commitment-entries");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Amend ${line.code}`}
      description="Enter the difference; a negative amount takes budget away, as far as it is not committed."
    >
      <Form<{ amount: number; reason: string }>
        formKey={null}
        defaultValues={{ amount: 0, reason: "" }}
        submitLabel="Amend"
        onCancel={onClose}
        onSubmit={async (body) => {
          await send.mutateAsync({
            path: `/api/v1/budget-lines/${line.id}/actions/amend`,
            body,
            version: line.version,
          });
          onClose();
        }}
      >
        <MoneyField name="amount" label="Difference" required />
        <TextArea name="reason" label="Why" required rows={3} maxLength={500} />
      </Form>
    </Dialog>
  );
}

/** Moves available budget to another line of the year. */
export function Transfer({ line, onClose }: { line: BudgetLine; onClose: () => void }) {
  const send = useMutationAction("budget-lines", "commitment-entries");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Move budget from ${line.code}`}
      description={`${formatCents(line.available)} is available on this line.`}
    >
      <Form<{ toId: string; amount: number; reason: string }>
        formKey={null}
        defaultValues={{ toId: "", amount: 0, reason: "" }}
        submitLabel="Move budget"
        onCancel={onClose}
        onSubmit={async (body) => {
          await send.mutateAsync({
            path: "/api/v1/budget-transfers",
            body: { ...body, fromId: line.id },
          });
          onClose();
        }}
      >
        <Combobox<BudgetLine>
          name="toId"
          label="To"
          required
          path="/api/v1/budget-lines"
          query={`year=${line.year}`}
          itemLabel={(l) => l.code}
          itemHint={(l) => `${l.department} · ${formatCents(l.available)} free`}
        />
        <MoneyField name="amount" label="Amount" required />
        <TextArea name="reason" label="Why" required rows={3} maxLength={500} />
      </Form>
    </Dialog>
  );
}
