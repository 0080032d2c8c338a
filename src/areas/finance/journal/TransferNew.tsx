import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { MoneyField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import type { CostRow } from "../cost/cost.model.ts";

type Values = {
  title: string;
  reason: string;
  costLineId: string;
  accountStringId: string;
  cents: number | null;
};

/** Drafts a cost transfer: the cost line that it moves, where it belongs, and why. */
export default function TransferNew() {
  const navigate = useNavigate();
  const save = useMutationAction<{ id: string }>("journals");
  return (
    <div className="stack">
      <div>
        <h1>New cost transfer</h1>
        <p className="text-t2">
          It names the cost that moves and why. Another person posts it; nobody edits it then.
        </p>
      </div>
      <Form<Values>
        formKey="transfer-new"
        defaultValues={{ title: "", reason: "", costLineId: "", accountStringId: "", cents: null }}
        submitLabel="Save draft"
        onCancel={() => void navigate(pathTo("journals"))}
        onSubmit={async ({ title, reason, ...move }) => {
          const made = await save.mutateAsync({
            path: "/api/v1/journals",
            body: { title, reason, moves: [{ ...move, cents: move.cents ?? 0 }] },
          });
          void navigate(pathTo("journal", { id: made.id }));
        }}
      >
        <TextField name="title" label="What moves" required maxLength={200} />
        <Combobox<CostRow>
          name="costLineId"
          label="Cost"
          required
          path="/api/v1/costs"
          itemLabel={(c) => `${c.documentNumber} ${c.description}`}
          itemHint={(c) => `${c.account}, ${formatDate(c.incurredTo)}, ${formatCents(c.paid)} paid`}
        />
        <Combobox<AccountString>
          name="accountStringId"
          label="Belongs to"
          required
          path="/api/v1/account-strings"
          itemLabel={(a) => `${a.code} · ${a.label}`}
        />
        <MoneyField name="cents" label="Amount" required />
        <TextArea name="reason" label="Why" required maxLength={4000} />
      </Form>
    </div>
  );
}
