import { useController } from "react-hook-form";
import { groupBy } from "#kernel/group.ts";
import { Field } from "#web/kit/form/Field.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { ProgramInput, ScopeRow } from "./program.model.ts";

/** Scopes by what they are about, in the order in which they come. */
export const byNoun = <T extends ScopeRow>(scopes: readonly T[]): (readonly [string, T[]])[] => [
  ...groupBy(scopes, ({ noun }) => noun),
];

/** What the program may do, chosen by noun; what decides is not among it. */
export function ScopeTree() {
  const scopes = useGet<{ items: ScopeRow[] }>("program-scopes", "/api/v1/program-scopes");
  const { field } = useController<ProgramInput, "scopes">({ name: "scopes" });
  const chosen = new Set(field.value);
  const set = (names: readonly string[], on: boolean) =>
    field.onChange(
      on
        ? [...new Set([...field.value, ...names])]
        : field.value.filter((name) => !names.includes(name)),
    );
  return (
    <Field
      name="scopes"
      label="What it may do"
      required
      hint="Only what you and who answers for it may do yourselves. No program approves, awards, pays, publishes or changes rights."
    >
      {(control) => (
        <div
          role="group"
          aria-label="What it may do"
          aria-describedby={control["aria-describedby"]}
          id={control.id}
          tabIndex={-1}
          className="grid gap-4 sm:grid-cols-2"
        >
          {byNoun(scopes.data?.items ?? []).map(([noun, list]) => (
            <fieldset key={noun} className="grid content-start gap-1">
              <legend className="mb-1 font-semibold">{noun}</legend>
              {list.map(({ permission, may }) => (
                <label key={permission} className="check">
                  <input
                    type="checkbox"
                    checked={chosen.has(permission)}
                    onChange={(event) => set([permission], event.target.checked)}
                    onBlur={field.onBlur}
                  />
                  <span>
                    {may} <small className="mono text-t3">{permission}</small>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      )}
    </Field>
  );
}
