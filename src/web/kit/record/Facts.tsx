import type { ReactNode } from "react";

const isBlank = (value: ReactNode): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  typeof value === "boolean" ||
  (Array.isArray(value) && value.every(isBlank));

/** A label and what is said of it, within `Facts`; left out where nothing is to be said. */
export function Fact({ label, children }: { label: ReactNode; children?: ReactNode }) {
  if (isBlank(children)) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Rows of `Facts`: labels, each once, with their values. */
export type FactRows = readonly (readonly [label: string, value: ReactNode])[];

/**
 * Facts of a record, labels beside their values in every width. `rows` come first; `Fact` children are for those
 * that depend on something. Newlines of a value are shown.
 */
export function Facts({ rows, children }: { rows?: FactRows; children?: ReactNode }) {
  return (
    <dl className="facts">
      {rows?.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  );
}
