import { useWatch } from "react-hook-form";
import { dutyLabels, type Duty } from "#roles.ts";
import { DateField } from "#web/kit/form/fields.tsx";

/** Until when each chosen duty is held; an empty day: it has no end. The value is a day per duty. */
export function DutyEnds({ duties, name }: { duties: string; name: string }) {
  const held = ((useWatch({ name: duties }) as Duty[] | undefined) ?? []).filter(
    (duty) => duty !== "read_only",
  );
  if (held.length === 0) return null;
  return (
    <details className="field">
      <summary className="cursor-pointer text-13 text-link">Duties for a time</summary>
      <p className="hint mt-1">A duty ends with the day that you choose. Empty: it has no end.</p>
      <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
        {held.map((duty) => (
          <DateField
            key={duty}
            name={`${name}.${duty}`}
            label={`${dutyLabels[duty].label} until`}
          />
        ))}
      </div>
    </details>
  );
}
