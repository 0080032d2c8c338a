import { Download } from "lucide-react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { GlEntryTable } from "../ledger/GlEntryTable.tsx";
import { BalanceTable } from "./BalanceTable.tsx";
import { CloseChecks } from "./CloseChecks.tsx";
import { periodCourse, periodCycle, periodStatuses } from "./period.labels.ts";
import type { PeriodDetail } from "./period.model.ts";

const paper = (id: string) =>
  void download(`/api/v1/accounting-periods/${id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

function Hands({ period: p }: { period: PeriodDetail }) {
  const { timeZone } = useAgency();
  const at = (who: string | null, when: Instant | null) =>
    when && who ? `${who}, ${formatInstant(when, timeZone)}` : "not yet";
  return (
    <Panel title="Who">
      <Facts>
        <Fact label="Closed for documents">{at(p.preparedBy, p.preparedAt)}</Fact>
        <Fact label="Closed">{at(p.closedBy, p.closedAt)}</Fact>
        <Fact label="Entries">{p.entries}</Fact>
        <Fact label="Debits">{formatCents(p.moved)}</Fact>
        {p.sha256 && (
          <Fact label="SHA-256">
            <span className="mono break-all text-12">{p.sha256}</span>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

// What waits is left behind with a reason each.
const reasonsOf = (p: PeriodDetail) => (
  <>
    {p.checks
      .filter((c) => !c.stops)
      .map((c) => (
        <div key={c.name} className="field">
          <label htmlFor={`wait-${c.name}`}>
            {c.label}: {c.said}. Why does it wait?
          </label>
          <textarea
            id={`wait-${c.name}`}
            name={`wait.${c.name}`}
            className="field-control"
            rows={2}
            maxLength={500}
          />
        </div>
      ))}
  </>
);

/** A period of the books: what stops it, its trial balance, its entries, and whose hands closed it. */
export default function PeriodPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<PeriodDetail>
      path="/api/v1/accounting-periods"
      id={id}
      lifecycle={{
        statuses: periodStatuses,
        course: periodCourse,
        actions: periodCycle.actions,
      }}
      title={(p) => p.name}
      subtitle={(p) => (
        <>
          Fiscal year {p.year}, {formatDate(p.firstDay)} to {formatDate(p.lastDay)},{" "}
          <Link to={pathTo("booksClose")}>Close</Link>
        </>
      )}
      extraActions={() => [
        { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(id) },
      ]}
      actionFields={(p) => ({ softClose: reasonsOf(p) })}
      tabs={[
        {
          id: "balance",
          label: "Trial balance",
          content: (p) => (
            <div className="stack">
              <CloseChecks period={p} />
              <BalanceTable period={p} />
              <Hands period={p} />
            </div>
          ),
        },
        {
          id: "entries",
          label: "Entries",
          content: () => <GlEntryTable fixed={`periodId=${id}`} />,
        },
      ]}
    />
  );
}
