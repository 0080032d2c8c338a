import { Pencil } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { entryCourse, entryCycle, entryKinds, entryStatuses } from "./entry.labels.ts";
import type { EntryDetail } from "./entry.model.ts";

type Line = EntryDetail["lines"][number];
const side = (cents: number) => (cents > 0 ? formatCents(cents, { symbol: false }) : "");
const parts: readonly LinePart<Line>[] = [
  { label: "Account", as: "title", cell: (l) => l.code || l.account },
  { label: "Fund", cell: (l) => l.fund },
  { label: "Memo", cell: (l) => l.memo || "—" },
  { label: "Debit, $", as: "amount", cell: (l) => side(l.cents) },
  { label: "Credit, $", as: "amount", cell: (l) => side(-l.cents) },
];

const related = (entry: { id: string; number: string } | null) =>
  entry && <Link to={pathTo("journalEntry", { id: entry.id })}>{entry.number}</Link>;

function Why({ entry: e }: { entry: EntryDetail }) {
  return (
    <Panel title="Why and by whom">
      <Facts>
        <Fact label="Why">{e.reason}</Fact>
        {e.externalNo && <Fact label="Document of the finance system">{e.externalNo}</Fact>}
        <Fact label="Date">{formatDate(e.postedOn)}</Fact>
        {e.reversesOn && <Fact label="Takes itself back on">{formatDate(e.reversesOn)}</Fact>}
        {e.reversalOf && <Fact label="Takes back">{related(e.reversalOf)}</Fact>}
        {e.reversedBy && <Fact label="Taken back by">{related(e.reversedBy)}</Fact>}
        <Fact label="Prepared by">{e.preparedBy ?? "—"}</Fact>
        <Fact label="Posted by">{e.approvedBy ?? "not yet"}</Fact>
      </Facts>
    </Panel>
  );
}

/** One entry by hand: its lines, why, and whose hands it went through. */
export default function EntryPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const mayEdit = (e: EntryDetail) =>
    can("entry.prepare") &&
    e.externalNo === null &&
    (e.status === "draft" || e.status === "returned");
  return (
    <RecordPage<EntryDetail>
      path="/api/v1/journal-entries"
      id={id}
      lifecycle={{ statuses: entryStatuses, course: entryCourse, actions: entryCycle.actions }}
      title={(e) => e.title}
      subtitle={(e) => entryKinds[e.kind]}
      amountCents={(e) => e.total}
      extraActions={(e) =>
        mayEdit(e)
          ? [
              {
                label: "Correct",
                icon: <Pencil aria-hidden="true" />,
                to: pathTo("journalEntryEdit", { id }),
              },
            ]
          : []
      }
      tabs={[
        {
          id: "lines",
          label: "Lines",
          content: (e) => (
            <div className="stack">
              <LineTable
                label="Lines of the entry"
                parts={parts}
                lines={e.lines}
                keyOf={(l) => String(l.lineNo)}
              />
              <Why entry={e} />
            </div>
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: () => <Attachments objectType="journalEntry" objectId={id} />,
        },
      ]}
    />
  );
}
