import { DateField, FormRow, MoneyField, QuantityField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { CountsDue } from "./count.model.ts";

type Values = {
  fromOn: string | null;
  percent: string;
  cents: number | null;
  daysA: string;
  daysB: string;
  daysC: string;
};

const whole = (text: string): number | null => (text === "" ? null : Math.round(Number(text)));

/** Says which difference may be posted at once, and how often is counted, from a day on. */
export function RuleDialog({ rule, onClose }: { rule: CountsDue["rule"]; onClose: () => void }) {
  return (
    <PostDialog<Values>
      title="Rule of counting"
      description="A difference of a line may be posted at once where it is within both. What was planned before keeps its rule."
      path="/api/v1/stock-count-rules"
      submit="Set the rule"
      nouns={["stock-counts"]}
      values={{
        fromOn: null,
        percent: String(rule.percentBp / 100),
        cents: rule.cents,
        daysA: String(rule.daysA),
        daysB: String(rule.daysB),
        daysC: String(rule.daysC),
      }}
      bodyOf={({ fromOn, percent, cents, daysA, daysB, daysC }) => ({
        fromOn,
        percentBp: percent === "" ? null : Math.round(Number(percent) * 100),
        cents,
        daysA: whole(daysA),
        daysB: whole(daysB),
        daysC: whole(daysC),
      })}
      onClose={onClose}
    >
      <DateField name="fromOn" label="From" required />
      <FormRow>
        <QuantityField
          name="percent"
          label="At most, of what the ledger has"
          required
          unit="%"
          decimals={2}
        />
        <MoneyField name="cents" label="And at most, a line" required />
      </FormRow>
      <FormRow>
        <QuantityField name="daysA" label="Count class A every" required unit="days" decimals={0} />
        <QuantityField name="daysB" label="Class B every" required unit="days" decimals={0} />
        <QuantityField name="daysC" label="Class C every" required unit="days" decimals={0} />
      </FormRow>
    </PostDialog>
  );
}
