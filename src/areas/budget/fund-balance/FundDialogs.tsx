import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  MoneyField,
  PercentField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import type { Segment } from "../budget.model.ts";
import type { FundBalance } from "./fund-balance.model.ts";

type Props = { cycleId: string; funds: readonly FundBalance[]; onClose: () => void };

const useFunds = () => {
  const found = useGet<{ items: Segment[] }>("segments", "/api/v1/segments?kind=fund");
  return (found.data?.items ?? []).map((f) => ({ value: f.id, label: `${f.code} ${f.name}` }));
};

/** Sets what a fund begins the year with. */
export function BeginningDialog({ cycleId, onClose }: Props) {
  const save = useMutationAction("budget-cycles");
  const funds = useFunds();
  return (
    <FormDialog<{ fundId: string; beginning: number | null }>
      title="Set a beginning balance"
      description="As the books are expected to close, from the latest statement."
      defaultValues={{ fundId: "", beginning: null }}
      submitLabel="Save"
      onSubmit={async ({ fundId, beginning }) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/budget-cycles/${cycleId}/fund-balances/${fundId}`,
          body: { beginning: beginning ?? 0 },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        name="fundId"
        label="Fund"
        required
        options={[{ value: "", label: "Choose a fund" }, ...funds]}
      />
      <MoneyField name="beginning" label="Begins with" required />
    </FormDialog>
  );
}

type RuleValues = {
  kind: string;
  fundId: string;
  fromOn: string;
  percent: string;
  cents: number | null;
  citation: string;
  verified: boolean;
};

/** Adds a rule that holds from a day on; what stood before stays for the days before. */
export function RuleDialog({ onClose }: Props) {
  const save = useMutationAction("budget-cycles");
  const funds = useFunds();
  return (
    <FormDialog<RuleValues>
      title="Add a rule of funds"
      description="Rules are never changed: a newer one takes its place from its day on."
      defaultValues={{
        kind: "reserve",
        fundId: "",
        fromOn: "",
        percent: "",
        cents: null,
        citation: "",
        verified: false,
      }}
      submitLabel="Add the rule"
      onSubmit={async ({ percent, cents, ...rest }) => {
        await save.mutateAsync({
          path: "/api/v1/budget-fund-rules",
          body: {
            ...rest,
            percentHundredths: Math.round(Number(percent || 0) * 100),
            cents: cents ?? 0,
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <FormRow>
        <SelectField
          name="kind"
          label="What it asks"
          required
          options={[
            { value: "reserve", label: "A least reserve" },
            { value: "balanced", label: "Not to end below zero" },
          ]}
        />
        <SelectField
          name="fundId"
          label="Fund"
          options={[{ value: "", label: "Every fund" }, ...funds]}
        />
        <DateField name="fromOn" label="From" required />
      </FormRow>
      <FormRow>
        <PercentField name="percent" label="Of what goes out" />
        <MoneyField name="cents" label="At least" />
      </FormRow>
      <TextField name="citation" label="Law or policy" required maxLength={300} />
      <CheckboxField name="verified" label="Read at its source and verified" />
    </FormDialog>
  );
}
