import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import {
  DateField,
  FormRow,
  FormSection,
  MoneyField,
  QuantityField,
  SelectField,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import {
  constructionLines,
  indirectBases,
  indirectKinds,
  lineKinds,
  matchKinds,
  matchOrigins,
} from "./budget.labels.ts";
import {
  blankActivity,
  blankMatch,
  blankPerson,
  blankThing,
  type BudgetValues,
} from "./budgetForm.ts";

/** Where a line stands: columns for activity and year, as far as there are several. */
const usePlaces = (): LineColumn[] => {
  const [years, activities] = useWatch<BudgetValues, ["years", "activities"]>({
    name: ["years", "activities"],
  });
  const year = Array.from({ length: Number(years) || 1 }, (_, at) => ({
    value: String(at),
    label: `Year ${at + 1}`,
  }));
  const activity = activities.map(({ title }, at) => ({
    value: String(at),
    label: title || `Activity ${at + 1}`,
  }));
  return [
    ...(activity.length > 1
      ? [{ name: "activity", label: "Activity", kind: "select" as const, options: activity }]
      : []),
    ...(year.length > 1
      ? [{ name: "year", label: "Year", kind: "select" as const, options: year }]
      : []),
  ];
};

function Indirect({ deMinimis }: { deMinimis: number }) {
  const kind = useWatch<BudgetValues, "indirect.kind">({ name: "indirect.kind" });
  return (
    <FormSection title="Indirect costs">
      <SelectField name="indirect.kind" label="Rate" options={options(indirectKinds)} />
      {kind !== "none" && (
        <FormRow>
          <QuantityField
            name="indirect.rate"
            label="Percent"
            decimals={2}
            hint={kind === "deMinimis" ? `At most ${deMinimis} % for this start.` : ""}
          />
          {kind === "negotiated" && (
            <SelectField name="indirect.base" label="Base" options={options(indirectBases)} />
          )}
        </FormRow>
      )}
      {kind === "negotiated" && (
        <FormRow>
          <TextField name="indirect.agreement" label="Agreement" maxLength={300} />
          <DateField name="indirect.validUntil" label="Holds until" />
        </FormRow>
      )}
    </FormSection>
  );
}

// Where the SF-424C wants a cost under another line than the usual one of its kind.
const constructionColumn: LineColumn = {
  name: "construction",
  label: "Line of the SF-424C",
  kind: "select",
  options: [{ value: "", label: "As usual" }, ...options(constructionLines)],
};

/** Everything that a budget is made of. */
export function BudgetFields({
  revision,
  construction,
  deMinimis,
}: {
  revision: boolean;
  construction: boolean;
  deMinimis: number;
}) {
  const places = usePlaces();
  return (
    <>
      <FormSection title="Years and activities">
        <SelectField
          name="years"
          label="Years"
          options={["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }))}
        />
        <LineItems
          name="activities"
          label="Activities"
          min={1}
          blank={blankActivity}
          columns={[
            { name: "title", label: "Program or activity", kind: "text", required: true },
            { name: "aln", label: "Listing", kind: "text" },
            ...(revision
              ? [
                  { name: "beforeFederal", label: "Federal before", kind: "money" as const },
                  { name: "beforeOther", label: "Other before", kind: "money" as const },
                ]
              : []),
            { name: "programIncome", label: "Program income", kind: "money" },
          ]}
        />
      </FormSection>
      <FormSection title="People">
        <LineItems
          name="people"
          label="People"
          headed
          blank={blankPerson}
          columns={[
            { name: "description", label: "Position or person", kind: "text", required: true },
            ...places,
            { name: "cents", label: "Yearly salary", kind: "money", required: true },
            { name: "effort", label: "Effort, %", kind: "decimal" },
            { name: "months", label: "Months", kind: "decimal" },
            { name: "fringe", label: "Fringe, %", kind: "decimal" },
          ]}
        />
      </FormSection>
      <FormSection title="Everything else">
        <LineItems
          name="things"
          label="Costs"
          headed
          blank={blankThing}
          columns={[
            { name: "kind", label: "What", kind: "select", options: options(lineKinds).slice(1) },
            { name: "description", label: "Description", kind: "text", required: true },
            ...places,
            ...(construction ? [constructionColumn] : []),
            { name: "quantity", label: "Quantity", kind: "decimal" },
            { name: "cents", label: "Price", kind: "money", required: true },
            { name: "usefulYears", label: "Years of use", kind: "decimal" },
            { name: "why", label: "Why", kind: "text" },
          ]}
        />
        <MoneyField
          name="ownThreshold"
          label="The agency's own threshold of equipment"
          hint="Where it is lower than the law's."
        />
      </FormSection>
      <Indirect deMinimis={deMinimis} />
      <FormSection title="Match">
        <LineItems
          name="match"
          label="Match"
          headed
          blank={blankMatch}
          columns={[
            { name: "source", label: "Source", kind: "text", required: true },
            { name: "origin", label: "From", kind: "select", options: options(matchOrigins) },
            { name: "kind", label: "As", kind: "select", options: options(matchKinds) },
            ...places,
            { name: "cents", label: "Amount", kind: "money", required: true },
          ]}
        />
        <QuantityField
          name="matchRequired"
          label="Match that the announcement asks, in percent of all costs"
          decimals={2}
        />
      </FormSection>
    </>
  );
}
