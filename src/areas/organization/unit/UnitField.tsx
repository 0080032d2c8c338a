import { useId } from "react";
import { useController } from "react-hook-form";
import { Field, requiredRule, type FieldProps } from "#web/kit/form/Field.tsx";
import { useList } from "#web/kit/queries.ts";
import type { UnitRow } from "./unit.model.ts";

/** The unit of a line: the agency's units are offered, and any other word may be typed. */
export function UnitField(props: FieldProps) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const units = useList<UnitRow>("/api/v1/units", "active=true&limit=200&sort=code&count=none");
  const id = useId();
  const { value, ...rest } = field;
  return (
    <Field {...props}>
      {(control) => (
        <>
          <input
            {...control}
            {...rest}
            className="field-control"
            list={id}
            maxLength={20}
            value={(value as string | null) ?? ""}
          />
          <datalist id={id}>
            {(units.data?.items ?? []).map((unit) => (
              <option key={unit.id} value={unit.code}>
                {unit.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
