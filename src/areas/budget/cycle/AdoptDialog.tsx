import { formatCents } from "#kernel/money.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { DateField, FormRow, QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { FundBalance } from "../fund-balance/fund-balance.model.ts";
import type { CycleDetail } from "./cycle.model.ts";

type Values = {
  decidedOn: string;
  resolution: string;
  votesFor: string;
  votesAgainst: string;
  document: string;
  texts: Record<string, string>;
};

/** Enters the governing body's decision. It opens the year with every line and cannot be undone. */
export function AdoptDialog({ cycle, onClose }: { cycle: CycleDetail; onClose: () => void }) {
  const save = useMutationAction("budget-cycles", "budget-lines", "fiscal-years");
  const funds = useGet<{ funds: FundBalance[] }>(
    "budget-cycles",
    `/api/v1/budget-cycles/${cycle.id}/fund-balances`,
  );
  const broken = (funds.data?.funds ?? []).filter((f) => f.breaches.length > 0);
  const total = cycle.departments.reduce((sum, d) => sum + d.recommended, 0);
  return (
    <FormDialog<Values>
      title={`Adopt the budget of ${cycle.year}`}
      description={`This opens fiscal year ${cycle.year} and posts every line: ${formatCents(total)} to spend in ${cycle.departments.length} departments. From then on only amendments change it.`}
      defaultValues={{
        decidedOn: "",
        resolution: "",
        votesFor: "",
        votesAgainst: "",
        document: "",
        texts: {},
      }}
      submitLabel="Enter the decision"
      onSubmit={async ({ texts, ...decision }) => {
        await save.mutateAsync({
          path: `/api/v1/budget-cycles/${cycle.id}/actions/adopt`,
          body: {
            ...decision,
            exceptions: broken.flatMap(({ fundId }) =>
              texts[fundId] ? [{ fundId, text: texts[fundId] }] : [],
            ),
          },
          version: cycle.version,
        });
        notify.done("Budget adopted", cycle.number);
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="decidedOn" label="Decided on" required />
        <TextField name="resolution" label="Resolution" required maxLength={200} />
      </FormRow>
      <FormRow>
        <QuantityField name="votesFor" label="Votes for" decimals={0} required />
        <QuantityField name="votesAgainst" label="Votes against" decimals={0} required />
      </FormRow>
      <TextField
        name="document"
        label="Signed document"
        hint="Its name, and where it is kept"
        required
        maxLength={300}
      />
      {broken.map((fund) => (
        <TextArea
          key={fund.fundId}
          name={`texts.${fund.fundId}`}
          label={`What was decided about ${fund.fund}`}
          hint={fund.breaches.join(" ")}
          rows={2}
          required
          maxLength={2000}
        />
      ))}
    </FormDialog>
  );
}
