import type { AreaManifest } from "#kernel/area.ts";
import { areas } from "#areas.ts";

type Area = (typeof areas)[number];
export type TaskKind = Area extends infer A
  ? A extends { readonly taskKinds: infer Kinds }
    ? keyof Kinds & string
    : never
  : never;
/** What a task asks of a person; an approval request of the workflow counts as `approval` too. */
export const taskKinds: Readonly<Record<TaskKind, string>> = Object.assign(
  {},
  ...(areas as readonly AreaManifest[]).map((area) => area.taskKinds ?? {}),
);
