const order = ["beginner", "intermediate", "advanced"];
/** READINGS: beginner, intermediate, advanced, then anything else. */
export const byDifficulty = (
  a: { difficulty_level: string },
  b: { difficulty_level: string },
): number => {
  const place = (level: string) => (order.includes(level) ? order.indexOf(level) : order.length);
  return place(a.difficulty_level) - place(b.difficulty_level);
};
/** The badge's tone of a level; neutral for one that is not known (SPEC 3). */
export const levelTone = (level: string): "success" | "warning" | "danger" | "neutral" =>
  ({ beginner: "success", intermediate: "warning", advanced: "danger" } as const)[
    level as "beginner"
  ] ?? "neutral";

/** One step on, never beyond the last; reaching the last completes (SPEC 4). */
export const nextStep = (step: number, steps: number): { step: number; completed: boolean } => {
  const next = Math.min(step + 1, steps - 1);
  return { step: next, completed: next === steps - 1 };
};
/** One step back, never before the first. */
export const previousStep = (step: number): number => Math.max(0, step - 1);
/** SPEC 4: (step + 1) / total, as a percentage. */
export const progressOf = (step: number, steps: number): number => ((step + 1) / steps) * 100;
