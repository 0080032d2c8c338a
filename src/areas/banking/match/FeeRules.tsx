import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Folded } from "../Folded.tsx";
import type { FeeRuleRow } from "./matching.model.ts";

const path = "/api/v1/bank-fee-rules";

/** What the bank may charge an account by itself; its lines are matched by it. */
export function FeeRules({ accountId, account }: { accountId: string; account: string }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const found = useGet<{ rules: FeeRuleRow[] }>("bank-fee-rules", `${path}?accountId=${accountId}`);
  const end = useMutationAction<{ id: string }>("bank-fee-rules", "bank-matching");
  const rules = found.data?.rules ?? [];
  return (
    <Folded title={`What the bank may charge: ${account}`}>
      <div className="grid gap-3">
        {rules.length === 0 && (
          <p className="text-t2">No rule yet: every fee is matched by a person.</p>
        )}
        <ul className="grid gap-2">
          {rules.map((rule) => (
            <li key={rule.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {rule.label}: lines{rule.typeCode && ` of type ${rule.typeCode}`} with “{rule.words}
                ”, up to {formatCents(rule.most)}
              </span>
              {can("bank.match") && (
                <button
                  type="button"
                  className="btn"
                  onClick={() => end.mutate({ path: `${path}/${rule.id}/actions/end`, body: {} })}
                >
                  End
                </button>
              )}
            </li>
          ))}
        </ul>
        {can("bank.match") && (
          <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
            Add a fee
          </button>
        )}
      </div>
      {adding && (
        <PostDialog
          title="A fee of the bank"
          path={path}
          submit="Add fee"
          values={{ agencyAccountId: accountId, label: "", typeCode: "", words: "", most: null }}
          nouns={["bank-fee-rules", "bank-matching"]}
          onClose={() => setAdding(false)}
        >
          <FormRow>
            <TextField name="label" label="Fee" maxLength={80} required />
            <MoneyField name="most" label="At most" required />
          </FormRow>
          <FormRow>
            <TextField name="words" label="Words of its text" maxLength={80} required />
            <TextField
              name="typeCode"
              label="Type code"
              maxLength={3}
              hint="Three digits; empty for any."
            />
          </FormRow>
        </PostDialog>
      )}
    </Folded>
  );
}
