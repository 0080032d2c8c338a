import { CheckboxField, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { potentialSets } from "../factor/potentials.data.ts";
import type { YearDetail } from "../year/year.model.ts";

const choices = Object.entries(potentialSets).map(([value, { label }]) => ({ value, label }));

/** Changes by which warming potentials an open year is counted, and whether it is the base year. */
export function YearDialog({ year, onClose }: { year: YearDetail; onClose: () => void }) {
  return (
    <PostDialog<{ potentials: string; base: boolean }>
      title="Change the year"
      description="It is counted again."
      method="PATCH"
      path={`/api/v1/carbon-years/${year.id}`}
      submit="Save"
      version={year.version}
      values={{ potentials: year.potentials, base: year.base }}
      nouns={["carbon-years", "carbon-lines", "carbon-gaps"]}
      onClose={onClose}
    >
      <SelectField name="potentials" label="Warming potentials" required options={choices} />
      <CheckboxField
        name="base"
        label="It is the base year"
        hint="Later years are compared with it"
      />
    </PostDialog>
  );
}
