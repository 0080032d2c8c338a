import { useFormContext } from "react-hook-form";

type Field = { name: string; label: string };

/**
 * The fields that a text may name: pressing one puts it behind what was typed. `into` is the name of
 * the text's field.
 */
export function FieldChoice({ fields, into }: { fields: readonly Field[]; into: string }) {
  const { getValues, setValue, setFocus } = useFormContext();
  const put = (name: string) => {
    const typed = String(getValues(into) ?? "");
    setValue(into, `${typed}${typed === "" || /\s$/.test(typed) ? "" : " "}{{${name}}}`, {
      shouldDirty: true,
    });
    setFocus(into);
  };
  return (
    <details className="panel">
      <summary className="panel-head cursor-pointer">Fields</summary>
      <div className="panel-body grid gap-3">
        <p className="text-13 text-t3">
          A field stands for what the record says. {"{{#if email}} … {{else}} … {{/if}}"} asks
          whether there is one, {'{{#if status = "Active"}}'} whether it is this one.
        </p>
        <ul className="flex flex-wrap gap-2">
          {fields.map(({ name, label }) => (
            <li key={name}>
              <button
                type="button"
                className="btn btn-small"
                title={`{{${name}}}`}
                onClick={() => put(name)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
