import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { madeForm, RecordForm } from "#web/kit/form/RecordForm.tsx";
import { MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import type { CostRow } from "../cost/cost.model.ts";

type Values = {
  title: string;
  reason: string;
  costLineId: string;
  accountStringId: string;
  cents: number | null;
};

const blank: Values = { title: "", reason: "", costLineId: "", accountStringId: "", cents: null };
const transferForm = madeForm("/api/v1/journals", blank, ({ title, reason, ...move }) => ({
  title,
  reason,
  moves: [{ ...move, cents: move.cents ?? 0 }],
}));

/** Drafts a cost transfer: the cost line that it moves, where it belongs, and why. */
export default function TransferNew() {
  const navigate = useNavigate();
  return (
    <div className="stack">
      <div>
        <h1>New cost transfer</h1>
        <p className="text-t2">
          It names the cost that moves and why. Another person posts it; nobody edits it then.
        </p>
      </div>
      <RecordForm
        form={transferForm}
        draft="transfer-new"
        wide={false}
        submitLabel="Save draft"
        onCancel={() => void navigate(pathTo("journals"))}
        onSaved={(id) => void navigate(pathTo("journal", { id }))}
      >
        <TextField name="title" label="What moves" required maxLength={200} />
        <Combobox<CostRow>
          name="costLineId"
          label="Cost"
          required
          path="/api/v1/costs"
          itemLabel={(c) => `${c.documentNumber} ${c.description}`}
          itemHint={(c) =>
            `${c.account}, ${formatDate(c.incurredTo)}, ${formatCents(c.paid)} paid${
              c.claimed > 0
                ? `, ${formatCents(c.claimed)} drawn or asked for: stays until given back`
                : ""
            }`
          }
        />
        <Combobox<AccountString>
          name="accountStringId"
          label="Belongs to"
          required
          path="/api/v1/account-strings"
          itemLabel={(a) => `${a.code} · ${a.label}`}
        />
        <MoneyField name="cents" label="Amount" required />
        <ReasonField maxLength={4000} />
      </RecordForm>
    </div>
  );
}
