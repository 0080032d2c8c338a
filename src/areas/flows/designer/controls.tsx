import { useId, type ReactNode } from "react";

type Choice = { value: string; label: string };

/** A label with its control; what is typed goes to the graph at once. */
function Labelled({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string | undefined;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && <p className="hint">{hint}</p>}
      {children(id)}
    </div>
  );
}

export function Text({
  label,
  value,
  onChange,
  rows,
  hint,
  max = 200,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  hint?: string;
  max?: number;
}) {
  return (
    <Labelled label={label} hint={hint}>
      {(id) =>
        rows ? (
          <textarea
            id={id}
            className="field-control"
            rows={rows}
            maxLength={max}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            id={id}
            className="field-control"
            maxLength={max}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Labelled>
  );
}

export function Whole({
  label,
  value,
  onChange,
  least = 0,
  most,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  least?: number;
  most: number;
}) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          className="field-control num"
          type="number"
          min={least}
          max={most}
          step={1}
          value={value}
          onChange={(event) => {
            const typed = Math.trunc(Number(event.target.value));
            if (Number.isFinite(typed)) onChange(Math.min(most, Math.max(least, typed)));
          }}
        />
      )}
    </Labelled>
  );
}

export function Select({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly Choice[];
}) {
  const known = options.some((option) => option.value === value);
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          className="field-control"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {!known && <option value={value}>{value === "" ? "Choose" : value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

export function Check({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}
