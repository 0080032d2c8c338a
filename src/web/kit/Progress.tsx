/**
 * How far something is. An invalid maximum counts as 100; an invalid value shows no length (SPEC
 * 5).
 */
const progressValues = (value: unknown, max: unknown): { value: number | null; max: number } => {
  const top = typeof max === "number" && Number.isFinite(max) && max > 0 ? max : 100;
  return {
    value:
      typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= top
        ? value
        : null,
    max: top,
  };
};

/** A bar of progress with its name for people who hear it. */
export function Progress({
  value,
  max = 100,
  label,
}: {
  value: number | null;
  max?: number;
  label: string;
}) {
  const shown = progressValues(value, max);
  return (
    <progress
      className="progress"
      aria-label={label}
      max={shown.max}
      {...(shown.value === null ? {} : { value: shown.value })}
    />
  );
}
