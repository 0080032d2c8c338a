import { useWatch } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { DateField, FormRow, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { CostClass } from "../ledger/policy.model.ts";
import { costMethods } from "../movement/movement.labels.ts";

type Values = { costClass: string; method: keyof typeof costMethods | ""; fromOn: Day | null };

const words = {
  average: "take the mean of what lies there",
  fifo: "take what came first at what it cost",
} as const;

// What changes, and what does not, before it is saved.
function Effect({ classes }: { classes: readonly CostClass[] }) {
  const [name, method, fromOn] = useWatch({ name: ["costClass", "method", "fromOn"] }) as [
    string,
    Values["method"],
    Day | null,
  ];
  const of = classes.find(({ costClass }) => costClass === name);
  if (!of || !method) return null;
  return (
    <p className="text-t2" role="status">
      {counted(of.items, "item")} of {name} stay worth {formatCents(of.valueCents)}. Issues that
      moved {fromOn ? `on ${formatDate(fromOn)} or later` : "from that day on"} {words[method]};
      what moved before stays priced as it was, also when it is entered or corrected later.
    </p>
  );
}

/** Says how issues of a class are priced from a day to come on. */
export function PricingDialog({
  classes,
  onClose,
}: {
  classes: readonly CostClass[];
  onClose: () => void;
}) {
  return (
    <PostDialog<Values>
      title="How issues are priced"
      path="/api/v1/stock-cost-policies"
      submit="Set the method"
      nouns={["stock-cost-policies"]}
      values={{ costClass: "", method: "", fromOn: null }}
      onClose={onClose}
    >
      <SelectField
        name="costClass"
        label="Class of items"
        required
        options={classes.map(({ costClass, method }) => ({
          value: costClass,
          label: `${costClass}: ${costMethods[method].toLowerCase()} today`,
        }))}
      />
      <FormRow>
        <SelectField name="method" label="Priced by" required options={options(costMethods)} />
        <DateField name="fromOn" label="From a day to come" required />
      </FormRow>
      <Effect classes={classes} />
    </PostDialog>
  );
}
