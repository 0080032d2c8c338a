import { dutiesSay } from "#duties.data.ts";
import { useController } from "react-hook-form";
import { dutyLabels, duties, type Duty } from "#roles.ts";

/** Which duties a member has; the value is a list of their names. */
export function DutyChoices({ name }: { name: string }) {
  const { field } = useController({ name });
  const held = (field.value as Duty[] | undefined) ?? [];
  const toggle = (duty: Duty, on: boolean) =>
    field.onChange(on ? [...held, duty] : held.filter((each) => each !== duty));
  return (
    <fieldset className="field">
      <legend>Duties</legend>
      <p className="hint">
        What somebody does besides the role. Two duties on one document never let one person finish
        it alone. Duties with money powers hold once a second person confirms them.
      </p>
      <div className="grid sm:grid-cols-2 sm:gap-x-6">
        {duties.map((duty) => (
          <label key={duty} className="check">
            <input
              type="checkbox"
              checked={held.includes(duty)}
              onChange={(event) => toggle(duty, event.target.checked)}
            />
            <span>
              {dutyLabels[duty].label}
              <small>{dutiesSay[duty]}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
