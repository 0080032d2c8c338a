import { useEffect, useState, type ReactNode } from "react";

/**
 * Frame of a live example: what it is, a way back to its first figures, and a word for readers
 * without script.
 */
export function LiveFrame({
  id,
  title,
  lead,
  changed,
  reset,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  changed: boolean;
  reset: () => void;
  children: ReactNode;
}) {
  // What is typed before React listens would be lost: until then nothing can be typed.
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return (
    <section className="live panel" aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <h3 id={`${id}-title`}>{title}</h3>
          <p>{lead}</p>
        </div>
        <button
          type="button"
          className="btn btn-small"
          aria-disabled={!changed}
          onClick={() => {
            if (changed) reset();
          }}
        >
          Start again
        </button>
      </header>
      <noscript>
        <p className="live-note">
          Without JavaScript the figures stand still; the answer shown belongs to them.
        </p>
      </noscript>
      <fieldset disabled={!awake} aria-labelledby={`${id}-title`}>
        {children}
      </fieldset>
    </section>
  );
}

/** A number that a visitor types, with its label and what is wrong with it. */
export function LiveField({
  id,
  label,
  value,
  onChange,
  unit,
  problem,
  wide = false,
  mode = "numeric",
}: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  unit?: string;
  problem?: string | undefined;
  wide?: boolean;
  mode?: "numeric" | "decimal" | "text";
}) {
  return (
    <div className={wide ? "live-field live-wide" : "live-field"}>
      <label htmlFor={id}>
        {label}
        {unit && <span> ({unit})</span>}
      </label>
      <input
        id={id}
        className={mode === "text" ? "field-control" : "field-control num"}
        inputMode={mode}
        autoComplete="off"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <p className="live-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
