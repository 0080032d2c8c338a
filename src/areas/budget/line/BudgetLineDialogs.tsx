import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { BudgetLine } from "../budget.model.ts";
import type { Made } from "../change/change.model.ts";

const nouns = ["budget-lines", "budget-changes", "commitment-entries"];

// Whether the budget changed, or waits for a second person.
const tell = ({ change }: { change: Made }) =>
  change.status === "posted"
    ? notify.done("The budget has changed", change.number)
    : notify.done(
        `${change.number} waits for approval`,
        "A second person decides; until then the budget is as it was.",
      );

const second =
  "Where an approval policy asks for it, a second person decides before the budget changes.";

/** Changes what a line was given, with the reason. */
export function Amend({ line, onClose }: { line: BudgetLine; onClose: () => void }) {
  const send = useMutationAction<{ change: Made }>(...nouns);
  return (
    <FormDialog<{ amount: number; source: string; reason: string }>
      title={`Amend ${line.code}`}
      description={`Enter the difference; a negative amount takes budget away, as far as it is not committed. ${second}`}
      defaultValues={{ amount: 0, source: "", reason: "" }}
      submitLabel="Amend"
      onSubmit={async (body) => {
        const made = await send.mutateAsync({
          path: `/api/v1/budget-lines/${line.id}/actions/amend`,
          body,
          version: line.version,
        });
        tell(made);
        onClose();
      }}
      onClose={onClose}
    >
      <MoneyField name="amount" label="Difference" required />
      <TextField
        name="source"
        label="Source"
        hint="Where the money comes from, or goes: a resolution, a grant, revenue, the fund balance. To take it from another line, move budget instead."
        required
        maxLength={300}
      />
      <ReasonField maxLength={500} />
    </FormDialog>
  );
}

type TransferProps = {
  /** Where the money comes from; chosen in the dialog when it is not given. */
  line: BudgetLine | null;
  /** Fiscal year whose lines are offered. */
  year: number;
  onClose: () => void;
};

/** Moves available budget to another line of the year. */
export function Transfer({ line, year, onClose }: TransferProps) {
  const send = useMutationAction<{ change: Made }>(...nouns);
  const lines = {
    path: "/api/v1/budget-lines",
    query: `year=${year}`,
    itemLabel: (l: BudgetLine) => l.code,
    itemHint: (l: BudgetLine) => `${l.department} · ${formatCents(l.available)} free`,
  };
  return (
    <FormDialog<{ fromId: string; toId: string; amount: number; reason: string }>
      title={line ? `Move budget from ${line.code}` : `Move budget in ${year}`}
      description={`${line ? `${formatCents(line.available)} is available on this line.` : "Between two lines of the fiscal year."} ${second}`}
      defaultValues={{ fromId: line?.id ?? "", toId: "", amount: 0, reason: "" }}
      submitLabel="Move budget"
      onSubmit={async (body) => {
        tell(await send.mutateAsync({ path: "/api/v1/budget-transfers", body }));
        onClose();
      }}
      onClose={onClose}
    >
      {!line && <Combobox<BudgetLine> name="fromId" label="From" required {...lines} />}
      <Combobox<BudgetLine> name="toId" label="To" required {...lines} />
      <MoneyField name="amount" label="Amount" required />
      <ReasonField maxLength={500} />
    </FormDialog>
  );
}
