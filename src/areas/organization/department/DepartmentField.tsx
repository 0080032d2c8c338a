import type { FieldProps } from "#web/kit/form/Field.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { DepartmentRow } from "./department.model.ts";
import { useWatch } from "react-hook-form";

/**
 * Chooses one of the agency's departments that are in use, and the one that stands although it no
 * longer is; the value is its id. `own` is the reader's department, which is marked.
 */
export function DepartmentField({
  own = null,
  placeholder,
  ...props
}: FieldProps & { own?: string | null; placeholder?: string }) {
  const stands = useWatch({ name: props.name }) as string | null;
  const all = useGet<{ items: DepartmentRow[] }>("departments", "/api/v1/departments").data;
  return (
    <SelectField
      {...props}
      {...(placeholder !== undefined && { placeholder })}
      options={(all?.items ?? [])
        .filter((d) => d.active || d.id === stands)
        .map((d) => ({ value: d.id, label: d.id === own ? `${d.name} (yours)` : d.name }))}
    />
  );
}
