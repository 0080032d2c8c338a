import { options } from "#kernel/labels.ts";
import { CheckboxField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { categories, points, scopes, takes } from "../year/year.labels.ts";
import type { Activity, YearDetail } from "../year/year.model.ts";

type Values = Record<Exclude<keyof Activity, "routes">, string> & { routes: boolean };

const blank: Values = {
  ...{ key: "", label: "", scope: "", category: "", point: "bought", takes: "quantity" },
  ...{ factorKey: "", marketFactorKey: "", words: "", codes: "", routes: false },
};

const changed = (year: YearDetail, activity: Activity | null, given: Values) => ({
  activities: activity
    ? year.activities.map((one) => (one.key === activity.key ? given : one))
    : [...year.activities, given],
});

/** Changes how an activity is found and measured, or adds one. */
export function ActivityDialog({
  year,
  activity,
  onClose,
}: {
  year: YearDetail;
  activity: Activity | null;
  onClose: () => void;
}) {
  return (
    <PostDialog<Values>
      title={activity ? activity.label : "Add an activity"}
      description="The year is counted again. A difference that comes of it is one of the method."
      method="PATCH"
      path={`/api/v1/carbon-years/${year.id}`}
      version={year.version}
      submit="Save"
      values={activity ?? blank}
      nouns={["carbon-years", "carbon-lines", "carbon-gaps"]}
      bodyOf={(given) => changed(year, activity, given)}
      onClose={onClose}
    >
      {!activity && (
        <FormRow>
          <TextField name="key" label="Key" required hint="Small letters and hyphens" />
          <TextField name="label" label="Activity" required maxLength={80} />
        </FormRow>
      )}
      <FormRow>
        <SelectField name="scope" label="Scope" required options={options(scopes)} />
        <SelectField name="category" label="Category" required options={options(categories)} />
      </FormRow>
      <FormRow>
        <SelectField name="point" label="Measured where" required options={options(points)} />
        <SelectField name="takes" label="Read from" required options={options(takes)} />
      </FormRow>
      <FormRow>
        <TextField name="factorKey" label="Key of the factor" required maxLength={60} />
        <TextField name="marketFactorKey" label="Key of the factor by contract" maxLength={60} />
      </FormRow>
      <TextField
        name="words"
        label="Words of the description"
        hint="One of them, with commas between"
        maxLength={300}
      />
      <TextField
        name="codes"
        label="Beginnings of commodity codes"
        hint="With spaces between"
        maxLength={300}
      />
      <CheckboxField name="routes" label="Own trucks burn it: driven routes know of it too" />
    </PostDialog>
  );
}
