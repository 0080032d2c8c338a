import { MoneyField, QuantityField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Pursued } from "./portfolio.model.ts";

type Values = {
  askCents: number | null;
  chance: string;
  hours: { month: string; hours: string }[];
  match: { source: string; cents: number | null }[];
  excludes: { id: string }[];
  needs: { id: string }[];
};

/** What pursuing an opportunity takes, and what it may bring. */
export function PursuitDialog({
  of,
  others,
  onClose,
}: {
  of: Pursued;
  others: readonly Pursued[];
  onClose: () => void;
}) {
  const save = useMutationAction("grant-portfolio", "grant-opportunities");
  const known = of.pursuit;
  const choice = others
    .filter(({ id }) => id !== of.id)
    .map(({ id, number }) => ({ value: id, label: number }));
  return (
    <FormDialog<Values>
      title={`What ${of.number} takes`}
      description={of.title}
      className="dialog dialog-wide"
      defaultValues={{
        askCents: known?.askCents ?? null,
        chance: known?.chance.toString() ?? "",
        hours: Object.entries(known?.hours ?? {}).map(([month, hours]) => ({
          month,
          hours: String(hours),
        })),
        match: Object.entries(known?.match ?? {}).map(([source, cents]) => ({ source, cents })),
        excludes: (known?.excludes ?? []).map((id) => ({ id })),
        needs: (known?.needs ?? []).map((id) => ({ id })),
      }}
      submitLabel="Save"
      onSubmit={async (values) => {
        await save.mutateAsync({
          method: "PUT",
          path: `/api/v1/grant-portfolio/${of.id}`,
          body: {
            askCents: values.askCents,
            chance: Number(values.chance),
            hours: Object.fromEntries(values.hours.map((one) => [one.month, Number(one.hours)])),
            match: Object.fromEntries(values.match.map((one) => [one.source, one.cents ?? 0])),
            excludes: values.excludes.map(({ id }) => id).filter(Boolean),
            needs: values.needs.map(({ id }) => id).filter(Boolean),
          },
        });
        onClose();
      }}
      onClose={onClose}
    >
      <MoneyField name="askCents" label="What is asked for" required />
      <QuantityField
        name="chance"
        label="Chance to win it, in percent"
        decimals={0}
        required
        hint="Your own estimate; nothing is guessed here."
      />
      <LineItems
        name="hours"
        label="Staff hours"
        blank={() => ({ month: "", hours: "" })}
        columns={[
          { name: "month", label: "Month, such as 2027-03", kind: "text", required: true },
          { name: "hours", label: "Hours", kind: "decimal", required: true },
        ]}
      />
      <LineItems
        name="match"
        label="Match"
        blank={() => ({ source: "", cents: null })}
        columns={[
          { name: "source", label: "Source", kind: "text", required: true },
          { name: "cents", label: "Amount", kind: "money", required: true },
        ]}
      />
      <LineItems
        name="excludes"
        label="Cannot be pursued together with"
        blank={() => ({ id: "" })}
        columns={[{ name: "id", label: "Opportunity", kind: "select", options: choice }]}
      />
      <LineItems
        name="needs"
        label="Only together with"
        blank={() => ({ id: "" })}
        columns={[{ name: "id", label: "Opportunity", kind: "select", options: choice }]}
      />
    </FormDialog>
  );
}
