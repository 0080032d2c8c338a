import { Link } from "react-router";
import { useController, useWatch } from "react-hook-form";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { duties, dutyLabels } from "#roles.ts";
import { FormSection, RadioGroup, TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { audienceKinds } from "./notice.labels.ts";
import type { NoticeValues } from "./noticeValues.ts";

const kinds = options(audienceKinds);
const roleChoices = [
  { value: "user", label: "Users" },
  { value: "manager", label: "Managers" },
  { value: "admin", label: "Administrators" },
];
const dutyChoices = duties.map((value) => ({ value, label: dutyLabels[value].label }));

type Choice = { value: string; label: string };

/** Several of a few; the value is the list of those that are ticked. */
function Several({
  name,
  legend,
  choices,
}: {
  name: "departmentIds" | "roles" | "duties" | "topicIds";
  legend: string;
  choices: readonly Choice[];
}) {
  const { field } = useController<NoticeValues, typeof name>({ name });
  const chosen = field.value;
  return (
    <fieldset className="field">
      <legend className="label">{legend}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {choices.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                field.onChange(
                  event.target.checked
                    ? [...chosen, value]
                    : chosen.filter((each) => each !== value),
                )
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type Named = { items: { id: string; name: string; active?: boolean }[] };
const choicesOf = (found: Named | undefined): Choice[] =>
  (found?.items ?? [])
    .filter(({ active }) => active !== false)
    .map(({ id, name }) => ({ value: id, label: name }));

function Staff() {
  const departments = useGet<Named>("departments", "/api/v1/departments");
  return (
    <>
      <p className="text-13 text-t3">
        Everybody who fits all that you choose; without a choice, all staff.
      </p>
      <Several name="roles" legend="Roles" choices={roleChoices} />
      <Several name="departmentIds" legend="Departments" choices={choicesOf(departments.data)} />
      <details>
        <summary className="cursor-pointer text-13">Duties</summary>
        <Several name="duties" legend="Who has one of these duties" choices={dutyChoices} />
      </details>
    </>
  );
}

function Public() {
  const topics = useGet<Named>("notice-topics", "/api/v1/notice-topics?active=true&limit=100");
  const choices = choicesOf(topics.data);
  if (topics.data && choices.length === 0)
    return (
      <p className="notice">
        There is no topic yet.{" "}
        <Link to={`${pathTo("communications")}?tab=topics`}>Add one first</Link>, so that people can
        ask for it.
      </p>
    );
  return <Several name="topicIds" legend="Everybody who asked for" choices={choices} />;
}

/** Whom a notice is for. */
export function AudienceFields() {
  const kind = useWatch<NoticeValues>({ name: "kind" });
  return (
    <FormSection title="Whom it is for">
      <RadioGroup name="kind" label="Audience" required options={kinds} />
      {kind === "vendors" && (
        <>
          <TextField
            name="query"
            label="Filters of the directory"
            hint="Empty: all. Filter the directory, and paste its address here."
            maxLength={2000}
          />
          <p className="text-13">
            <Link to="/vendor-directory?status=active" target="_blank">
              Open the vendor directory
            </Link>
          </p>
        </>
      )}
      {kind === "staff" && <Staff />}
      {kind === "public" && <Public />}
    </FormSection>
  );
}
