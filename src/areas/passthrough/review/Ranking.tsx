import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ReviewView } from "./review.model.ts";

type Row = ReviewView["ranking"][number];

/** The ranking as computed from the agreed scores; frozen, it is what the sheet says. */
export function Ranking({ view, frozen }: { view: ReviewView; frozen: boolean }) {
  const parts: readonly LinePart<Row>[] = [
    { label: "Rank", cell: (r) => r.rank },
    {
      label: "Applicant",
      as: "title",
      cell: (r) => <Link to={pathTo("programApplication", { id: r.id })}>{r.applicant}</Link>,
    },
    ...view.criteria.map((c): LinePart<Row> => ({
      label: `${c.name}, ${c.weight}`,
      cell: (r) => r.lines.find((l) => l.criterionId === c.id)?.points ?? "",
    })),
    { label: "Points", cell: (r) => <b>{r.total}</b> },
    { label: "Asks for", as: "amount", cell: (r) => formatCents(r.requested) },
  ];
  return (
    <Panel title={frozen ? "Ranking of the frozen sheet" : "Ranking as it stands"}>
      <LineTable
        label="Ranking"
        parts={parts}
        lines={view.ranking}
        keyOf={(r) => r.id}
        across={3}
      />
    </Panel>
  );
}
