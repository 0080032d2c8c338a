import { options } from "#kernel/labels.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { SelectField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { categories } from "./law/categories.labels.ts";

/** The categories of damage, as choices. */
const choices = Object.entries(categories)
  .filter(([value]) => value !== "Z")
  .map(([value, label]) => ({ value, label }));

const all = options(categories);

/** Which category of work it is; projects may be of management costs too. */
export function CategoryField({ management = false }: { management?: boolean }) {
  return (
    <SelectField name="category" label="Category" required options={management ? all : choices} />
  );
}

/** Which declaration it belongs to. */
export function DeclarationField({ required = true }: { required?: boolean }) {
  const found = useGet<{ items: { id: string; number: string; title: string }[] }>(
    "pa-declarations",
    "/api/v1/pa-open-declarations",
  );
  return (
    <SelectField
      name="declarationId"
      label="Declaration"
      required={required}
      options={[
        { value: "", label: "Choose" },
        ...(found.data?.items ?? []).map((d) => ({
          value: d.id,
          label: `${d.number} ${d.title}`,
        })),
      ]}
    />
  );
}

/** Which class of work. */
export function LaborClassField() {
  const found = useGet<{ items: { id: string; name: string }[] }>(
    "labor-classes",
    "/api/v1/pa-labor-classes",
  );
  return (
    <SelectField
      name="laborClassId"
      label="Class of work"
      required
      options={[
        { value: "", label: "Choose" },
        ...(found.data?.items ?? []).map((c) => ({ value: c.id, label: c.name })),
      ]}
    />
  );
}

/** Which project it belongs to. */
export function ProjectField({ required = true, query }: { required?: boolean; query?: string }) {
  return (
    <Combobox<{ id: string; number: string; title: string }>
      name="projectId"
      label="Project"
      required={required}
      path="/api/v1/pa-projects"
      query={query ?? "open=true"}
      itemLabel={(p) => `${p.number} ${p.title}`}
    />
  );
}

/** A day in the dialog of a step. */
export function StepDay({ name, label }: { name: string; label: string }) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input name={name} type="date" className="field-control" required />
    </label>
  );
}
