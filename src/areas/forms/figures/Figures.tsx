import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";

type Figure = {
  definitionId: string;
  name: string;
  begun: number;
  sent: number;
  withFiller: number;
  approved: number;
  rejected: number;
  medianHours: number | null;
};
const shown = (n: number) => n.toLocaleString("en-US");
const parts: readonly LinePart<Figure>[] = [
  { label: "Form", as: "title", cell: (f) => f.name },
  { label: "Begun", cell: (f) => shown(f.begun) },
  { label: "Sent", cell: (f) => shown(f.sent) },
  { label: "Back with the filler", cell: (f) => shown(f.withFiller) },
  { label: "Approved", cell: (f) => shown(f.approved) },
  { label: "Rejected", cell: (f) => shown(f.rejected) },
  {
    label: "Hours to a decision, median",
    cell: (f) => (f.medianHours === null ? "—" : shown(f.medianHours)),
  },
];

/** How often each form was begun, sent and decided; only what is stored. */
export function Figures() {
  const figures = useGet<{ items: Figure[] }>("form-submissions", "/api/v1/form-figures");
  if (figures.isPending) return <TableSkeleton columns={5} label="Counting" />;
  if (!figures.data) return <ErrorPanel error={figures.error} what="The figures" />;
  if (figures.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="Nothing to count yet">
        Submissions are counted here by form.
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      <LineTable
        label="Submissions by form"
        parts={parts}
        lines={figures.data.items}
        keyOf={(f) => f.definitionId}
      />
      <p className="text-13 text-t3">
        Begun counts what is stored: drafts that staff saved, and everything that was sent. Who
        opens a form and leaves it is not followed. Hours count from the last sending.
      </p>
    </div>
  );
}
