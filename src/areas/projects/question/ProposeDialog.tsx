import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { FormRow, MoneyField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { OpenedChanges } from "./change.model.ts";

type Values = {
  contractId: string;
  title: string;
  reason: string;
  description: string;
  amount: number | null;
  days: string;
};
/** What a proposal begins with. */
export type Begins = Partial<Omit<Values, "contractId">> & { contractId?: string | null };

/** Opens a change of a contract from a question or a log; more lines are added on its page. */
export function ProposeDialog({
  path,
  contracts,
  begins,
  onClose,
}: {
  path: string;
  contracts: OpenedChanges["changeable"];
  begins: Begins;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <PostDialog<Values>
      title="Open a change"
      description="It is judged, priced, approved and signed as every change order of the contract. In force, the change of the order is drafted for its buyer."
      path={path}
      submit="Propose the change"
      values={{
        title: "",
        reason: "",
        description: "",
        amount: null,
        days: "",
        ...begins,
        contractId: begins.contractId ?? contracts[0]?.id ?? "",
      }}
      nouns={["rfis", "daily-logs", "change-orders"]}
      bodyOf={({ description, amount, days, ...head }) => ({
        ...head,
        lines: [{ description, amount: amount ?? 0, days: days.trim() ? Number(days) : 0 }],
      })}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("changeOrder", { id }))}
    >
      <SelectField
        name="contractId"
        label="Contract"
        required
        options={contracts.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextField name="title" label="What changes" required maxLength={200} />
      <TextArea name="reason" label="Why" required rows={3} maxLength={4000} />
      <TextField name="description" label="Line" required maxLength={400} />
      <FormRow>
        <MoneyField name="amount" label="Amount" />
        <TextField name="days" label="Days" />
      </FormRow>
    </PostDialog>
  );
}
