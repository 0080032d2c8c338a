import { useController } from "react-hook-form";

const grid = "grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-3";

/**
 * Boxes to tick, each by its name; the field holds the names that are ticked. What may be `long` scrolls
 * by itself.
 */
export function TickList({
  name,
  label,
  choices,
  long = false,
}: {
  name: string;
  label: string;
  choices: readonly { name: string; label: string }[];
  long?: boolean;
}) {
  const { field, fieldState } = useController({ name });
  const ticked = field.value as string[];
  const toggle = (one: string, on: boolean) =>
    field.onChange(on ? [...ticked, one] : ticked.filter((each) => each !== one));
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div
        className={long ? `${grid} max-h-64 overflow-y-auto` : grid}
        {...(long && { tabIndex: 0, role: "group", "aria-label": label })}
      >
        {choices.map((choice) => (
          <label key={choice.name} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={ticked.includes(choice.name)}
              onChange={(event) => toggle(choice.name, event.target.checked)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {fieldState.error && <p className="field-error">{fieldState.error.message}</p>}
    </fieldset>
  );
}
