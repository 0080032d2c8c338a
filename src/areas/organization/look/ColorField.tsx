import { useId } from "react";

const whole = /^#[0-9a-f]{6}$/i;

/** A colour, chosen or typed as `#rrggbb`. */
export function ColorField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const good = whole.test(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}: choose`}
          className="h-9 w-12 cursor-pointer rounded-[4px] border border-hair bg-s1 p-1"
          value={good ? value : "#000000"}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          id={id}
          className="field-control max-w-[14ch]"
          value={value}
          maxLength={7}
          spellCheck={false}
          aria-invalid={!good}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      </div>
      <p id={`${id}-hint`} className={good ? "hint" : "error"}>
        {good ? hint : "Write # and six digits, such as #1e40af."}
      </p>
    </div>
  );
}
