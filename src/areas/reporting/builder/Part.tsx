import { useEffect, useState, type ReactNode } from "react";
import { Popover } from "#web/kit/overlays.tsx";

/** A part of the sentence: what it says, and behind it how it is changed. */
export function Part({
  label,
  children,
  shown,
}: {
  label: string;
  shown: string;
  children: ReactNode;
}) {
  return (
    <Popover
      label={label}
      trigger={
        <button type="button" className="btn chip" data-on="true">
          {shown}
        </button>
      }
    >
      <div className="max-h-96 min-w-64 overflow-y-auto p-3">{children}</div>
    </Popover>
  );
}

/** One of several that are chosen. */
export function Box({
  label,
  on,
  disabled = false,
  change,
}: {
  label: string;
  on: boolean;
  disabled?: boolean;
  change: (on: boolean) => void;
}) {
  // The address follows a moment later: until then the box is as it was pressed.
  const [pressed, setPressed] = useState(on);
  useEffect(() => setPressed(on), [on]);
  return (
    <label className="flex items-center gap-2 py-1 text-13">
      <input
        type="checkbox"
        checked={pressed}
        disabled={disabled}
        onChange={(event) => {
          setPressed(event.target.checked);
          change(event.target.checked);
        }}
      />
      {label}
    </label>
  );
}

/** One of some. */
export function OneOf<V extends string | null | undefined>({
  name,
  choices,
  chosen,
  change,
}: {
  name: string;
  choices: readonly (readonly [V, string])[];
  chosen: V;
  change: (value: V) => void;
}) {
  const [pressed, setPressed] = useState(chosen);
  useEffect(() => setPressed(chosen), [chosen]);
  return choices.map(([value, label]) => (
    <label key={label} className="flex items-center gap-2 py-1 text-13">
      <input
        type="radio"
        name={name}
        checked={pressed === value}
        onChange={() => {
          setPressed(value);
          change(value);
        }}
      />
      {label}
    </label>
  ));
}
