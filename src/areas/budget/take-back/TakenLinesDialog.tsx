import { formatCents } from "#kernel/money.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { TakeBackDetail, TakenLine } from "./take-back.model.ts";

const parts: readonly LinePart<TakenLine>[] = [
  { label: "Account", as: "title", cell: (l) => <span className="mono">{l.code}</span> },
  {
    label: "Stood in",
    words: true,
    cell: (l) => (l.where === "line" ? "the year itself" : "a proposal"),
  },
  {
    label: "Taken back, $",
    as: "amount",
    cell: (l) => formatCents(l.cents, { symbol: false }),
  },
];

/** A document that took lines back, with each of them. */
export function TakenLinesDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useGet<TakeBackDetail>("budget-cycles", `/api/v1/budget-take-backs/${id}`);
  const of = found.data;
  return (
    <Dialog
      title={of?.number ?? "Lines taken back"}
      {...(of && { description: of.reason })}
      onClose={onClose}
    >
      {found.isPending ? (
        <RecordSkeleton />
      ) : of ? (
        <>
          <LineTable
            label={`Lines that ${of.number} took back`}
            parts={parts}
            lines={of.lines}
            keyOf={(l) => `${l.accountStringId} ${l.where}`}
          />
          <p className="mt-2 text-13 text-t2">
            Below zero: the import had lowered the figure, which stands again as it was.
          </p>
        </>
      ) : (
        <ErrorPanel error={found.error} what="The document" />
      )}
    </Dialog>
  );
}
