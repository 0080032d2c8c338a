import { useController } from "react-hook-form";
import { Field, type FieldProps } from "#web/kit/form/Field.tsx";

/** Several of several, as boxes to tick. */
export function Choices({
  options,
  ...props
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { field } = useController({ name: props.name });
  const chosen = (field.value as string[] | null) ?? [];
  const toggle = (value: string) =>
    field.onChange(
      chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
    );
  return (
    <Field {...props}>
      {(control) => (
        <div role="group" aria-label={props.label} id={control.id} tabIndex={-1}>
          {options.map((option) => (
            <label key={option.value} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={() => toggle(option.value)}
                onBlur={field.onBlur}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
