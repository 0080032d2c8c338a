import type { Actor, Role } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { Sql } from "#server/db/sql.ts";
import type { Duty } from "#roles.ts";
import type { QuickStarts } from "./quick-start.model.ts";

/** One thing that somebody of a duty does first. */
type QuickStep = {
  id: string;
  label: string;
  about: string;
  href: string;
  /** `slug#section` of the guide. */
  guide: string;
  /** Asks for a row of the person's own that says that it was done. */
  done: (orgId: string, personId: string) => Sql;
};
export type QuickStart = {
  id: string;
  title: string;
  /** Lower stands before. */
  place: number;
  /** For whom: one of these duties or roles; for everybody without any. */
  duties?: readonly Duty[];
  roles?: readonly Role[];
  steps: readonly QuickStep[];
};

const starts: QuickStart[] = [];

/** What an area shows people of a duty first. */
export const quickStartsOf = extensionPoint<QuickStart>(
  "quick starts",
  (start) => void starts.push(start),
);

const isFor = ({ duties = [], roles = [] }: QuickStart, actor: Actor): boolean =>
  (duties.length === 0 && roles.length === 0) ||
  duties.some((duty) => actor.duties.includes(duty)) ||
  roles.some((role) => actor.role === role);

/** The quick starts of a person by role and duties, with what they have done. */
export const readQuickStarts = async (db: Db, actor: Actor): Promise<QuickStarts> => ({
  items: await Promise.all(
    starts
      .filter((start) => isFor(start, actor))
      .toSorted((a, b) => a.place - b.place)
      .map(async ({ id, title, steps }) => ({
        id,
        title,
        steps: await Promise.all(
          steps.map(async ({ done, ...step }) => ({
            ...step,
            guide: `/documentation/${step.guide}`,
            done: (await db.maybe(done(actor.orgId!, actor.personId!))) !== null,
          })),
        ),
      })),
  ),
});
