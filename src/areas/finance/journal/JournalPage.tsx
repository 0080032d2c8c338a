import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { objectClasses, type ObjectClass } from "../cost/cost.labels.ts";
import { journalCycle, journalCourse, journalKinds, journalStatuses } from "./journal.labels.ts";
import type { JournalDetail } from "./journal.model.ts";

type Line = JournalDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  { label: "What", as: "title", cell: (l) => l.employee || l.description || l.account },
  { label: "Account", cell: (l) => <span className="mono">{l.account}</span> },
  { label: "Class", cell: (l) => objectClasses[l.objectClass as ObjectClass] ?? "By account" },
  { label: "From", cell: (l) => formatDate(l.incurredFrom) },
  { label: "To", cell: (l) => formatDate(l.incurredTo) },
  { label: "Moves", cell: (l) => l.moves ?? "—" },
  { label: "Amount, $", as: "amount", cell: (l) => formatCents(l.cents, { symbol: false }) },
];

/** One journal: what it charges or moves, why, and whose hands it went through. */
export default function JournalPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<JournalDetail>
      path="/api/v1/journals"
      id={id}
      lifecycle={{
        statuses: journalStatuses,
        course: journalCourse,
        actions: journalCycle.actions,
      }}
      title={(j) => j.title}
      subtitle={(j) => journalKinds[j.kind]}
      amountCents={(j) => j.total}
      tabs={[
        {
          id: "lines",
          label: "Lines",
          content: (j) => (
            <>
              <Panel title="Why and by whom">
                <Facts>
                  <Fact label="Why">{j.reason}</Fact>
                  <Fact label="Prepared by">{j.preparedBy ?? "—"}</Fact>
                  <Fact label="Posted by">{j.approvedBy ?? "not yet"}</Fact>
                  {j.reverses && (
                    <Fact label="Reverses">
                      <Link to={pathTo("journal", { id: j.reverses.id })}>{j.reverses.number}</Link>
                    </Fact>
                  )}
                </Facts>
              </Panel>
              {!j.payShown && (
                <p className="text-t2">
                  Pay is shown by account. Who was paid what is read with the duty Payroll.
                </p>
              )}
              <LineTable
                label="Lines of the journal"
                parts={parts}
                lines={j.lines}
                keyOf={(l) => l.id}
              />
            </>
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (j) => <Attachments objectType="journal" objectId={j.id} />,
        },
      ]}
    />
  );
}
