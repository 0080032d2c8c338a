import type { Db } from "#server/db/db.ts";
import { heldKinds } from "#server/restored/clocks.ts";
import { countHeldKinds, readHolds, type Hold } from "#server/restored/holds.ts";
import type { AdminMatter } from "#areas/organization/organization.server.ts";
import type { HeldAfterRestore } from "./backup.model.ts";

const earliest = (holds: readonly Hold[]) =>
  holds
    .flatMap(({ since }) => since ?? [])
    .toSorted()
    .at(0) ?? null;

/** What waits since the last restore, kind by kind, what would do most first. */
export const readHeld = async (db: Db): Promise<HeldAfterRestore[]> => {
  const holds = await readHolds(db);
  return Object.entries(heldKinds)
    .flatMap(([kind, { label, about }]): HeldAfterRestore[] => {
      const own = holds.filter((hold) => hold.kind === kind);
      const [first] = own;
      if (!first) return [];
      const open = own.some((hold) => hold.answer === null);
      return [
        {
          kind,
          label,
          about,
          madeAt: first.madeAt,
          heldAt: first.heldAt,
          due: own.reduce((sum, hold) => sum + hold.due, 0),
          people: own.reduce((sum, hold) => sum + hold.people, 0),
          since: earliest(own),
          answer: open ? null : first.answer,
          answeredAt: open ? null : first.answeredAt,
          answeredBy: open ? null : first.answeredBy,
        },
      ];
    })
    .toSorted((a, b) => b.due - a.due);
};

/** Whoever runs the machine answers what waits since a restore. */
export const heldMatter: AdminMatter = {
  id: "restore",
  one: "kind of work waits since the restore",
  many: "kinds of work wait since the restore",
  about: "Nothing goes out by itself until you release or drop it.",
  href: "/admin/monitoring",
  permission: "restore.answer",
  count: (db) => countHeldKinds(db),
};
