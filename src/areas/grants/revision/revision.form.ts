import { recordForm } from "#kernel/record-form.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { revisionFields } from "./revision.model.ts";

type ObjectClass = keyof typeof objectClasses;
type Moves = Partial<Record<ObjectClass, number | null>>;
/** Classes among which money moves, in the order of the form. */
export const movable = Object.keys(objectClasses) as ObjectClass[];
const { moves: _moves, ...plain } = revisionFields;

/** The form of a revision; what moves is held by object class. */
export const revisionForm = recordForm("/api/v1/award-revisions", plain, {
  besides: {
    blank: () => ({ moves: Object.fromEntries(movable.map((c) => [c, null])) as Moves }),
    toForm: ({ moves }: { moves: readonly { objectClass: ObjectClass; cents: number }[] }) => ({
      moves: Object.fromEntries(
        movable.map((c) => [c, moves.find((m) => m.objectClass === c)?.cents ?? null]),
      ) as Moves,
    }),
    toInput: ({ moves }) => ({
      moves: movable.flatMap((objectClass) =>
        moves[objectClass] ? [{ objectClass, cents: moves[objectClass] }] : [],
      ),
    }),
  },
});
