import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { DocumentLink } from "./DocumentLink.tsx";
import { glEvents } from "./ledger.labels.ts";
import type { GlEntryDetail } from "./ledger.model.ts";

type Line = GlEntryDetail["lines"][number];
const side = (cents: number) => (cents > 0 ? formatCents(cents, { symbol: false }) : "");

const parts: readonly LinePart<Line>[] = [
  { label: "Account", as: "title", cell: (l) => l.account },
  { label: "Fund", cell: (l) => l.fund },
  { label: "Account string", cell: (l) => (l.code ? <span className="mono">{l.code}</span> : "—") },
  {
    label: "Bill",
    cell: (l) =>
      l.bill ? <Link to={`/invoices/${l.bill.id}`}>{l.bill.number ?? "Open it"}</Link> : "—",
  },
  { label: "Debit, $", as: "amount", cell: (l) => side(l.cents) },
  { label: "Credit, $", as: "amount", cell: (l) => side(-l.cents) },
];

function Entry({ entry: e }: { entry: GlEntryDetail }) {
  return (
    <div className="stack">
      <header>
        <h1>
          Entry {e.seq}: {glEvents[e.event]}
        </h1>
        <p className="text-t2">
          {formatCents(e.total)} on {formatDate(e.postedOn)}, from <DocumentLink document={e} />
          {e.what && `: ${e.what}`}
        </p>
      </header>
      <Panel title="Lines" flush>
        <LineTable
          label="Lines of the entry"
          parts={parts}
          lines={e.lines}
          keyOf={(l) => String(l.lineNo)}
        />
      </Panel>
      <Panel title="Where it comes from">
        <Facts>
          <Fact label="Document">
            <DocumentLink document={e} />
          </Fact>
          <Fact label="Period">
            <Link to={pathTo("accountingPeriod", { id: e.periodId })}>{e.period}</Link>
          </Fact>
          <Fact label="Day of the record">
            {formatDate(e.recordDay)}
            {e.recordDay !== e.postedOn && ": its period was closed, so it counts later"}
          </Fact>
          <Fact label="Posted by">{e.rules ?? "An entry by hand"}</Fact>
        </Facts>
      </Panel>
    </div>
  );
}

/** An entry of the general ledger: its lines, and the document behind it. */
export default function GlEntryPage() {
  const { id = "" } = useParams();
  const entry = useGet<GlEntryDetail>("gl-entries", `/api/v1/gl-entries/${id}`);
  return (
    <>
      <BudgetNav />
      {entry.isPending && <RecordSkeleton />}
      {entry.error && <ErrorPanel error={entry.error} what="The entry" />}
      {entry.data && <Entry entry={entry.data} />}
    </>
  );
}
