import { DateField, MoneyField, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { DeclarationDetail } from "../declaration/declaration.model.ts";
import { programs } from "./award.labels.ts";

/** Opens the award of a declaration in the register of grants. */
export function AwardDialog({ d, onClose }: { d: DeclarationDetail; onClose: () => void }) {
  return (
    <PostDialog
      title={`Open an award of ${d.number}`}
      description="It is offered in the register of grants; whoever keeps grants accepts it. The share is that of the declaration's text."
      path={`/api/v1/pa-declarations/${d.id}/award`}
      submit="Open the award"
      nouns={["pa-declarations", "grant-awards"]}
      values={{ listing: "", amount: null as number | null, periodTo: "" }}
      onClose={onClose}
    >
      <SelectField
        name="listing"
        label="Assistance listing"
        required
        options={[
          { value: "", label: "Choose" },
          ...Object.entries(programs)
            .filter(([listing]) => !d.awards.some((a) => a.listing === listing))
            .map(([value, label]) => ({ value, label: `${value} ${label}` })),
        ]}
      />
      <MoneyField name="amount" label="FEMA's maximum (cap)" required />
      <DateField name="periodTo" label="Last day" required />
    </PostDialog>
  );
}
