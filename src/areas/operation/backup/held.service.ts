import type { Db } from "#server/db/db.ts";
import type { App } from "#server/app.ts";
import { heldKinds } from "#server/restored/clocks.ts";
import { countHeldKinds, reachOfKind, readHolds, type Hold } from "#server/restored/holds.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";
import type { HeldAfterRestore } from "./backup.model.ts";

const earliest = (holds: readonly Hold[]) =>
  holds
    .flatMap(({ since }) => since ?? [])
    .toSorted()
    .at(0) ?? null;

/** What waits since the last restore, kind by kind, what would do most first. */
export const readHeld = async (app: App, db: Db): Promise<HeldAfterRestore[]> => {
  const holds = await readHolds(db);
  const kinds = await Promise.all(
    Object.entries(heldKinds).map(async ([kind, words]): Promise<HeldAfterRestore[]> => {
      const own = holds.filter((hold) => hold.kind === kind);
      const [first] = own;
      if (!first) return [];
      const open = own.some((hold) => hold.answer === null);
      const due = own.reduce((sum, hold) => sum + hold.due, 0);
      const written = own.reduce((sum, hold) => sum + hold.people, 0);
      return [
        {
          kind,
          ...words,
          madeAt: first.madeAt,
          heldAt: first.heldAt,
          due,
          people: written + (open && due > 0 ? await reachOfKind(app, kind) : 0),
          since: earliest(own),
          names: own.flatMap(({ names }) => names),
          answer: open ? null : first.answer,
          answeredAt: open ? null : first.answeredAt,
          answeredBy: open ? null : first.answeredBy,
        },
      ];
    }),
  );
  return kinds.flat().toSorted((a, b) => b.due - a.due);
};

/** Whoever runs the machine answers what waits since a restore. */
export const heldMatter: AdminMatter = {
  id: "restore",
  one: "kind of work waits since the restore",
  many: "kinds of work wait since the restore",
  about: "Nothing goes out by itself until you release or drop it.",
  href: "/admin/monitoring",
  permission: "restore.answer",
  pressing: true,
  count: (db) => countHeldKinds(db),
};
