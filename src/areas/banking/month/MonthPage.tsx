import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { monthCourse, monthStatuses } from "./month.labels.ts";
import type { BankMonthDetail } from "./month.model.ts";
import { MonthItems } from "./MonthItems.tsx";
import { MonthSides } from "./MonthSides.tsx";

const ElsewhereDialog = dialogOnDemand(
  async () => (await import("./ElsewhereDialog.tsx")).ElsewhereDialog,
);

const paper = (id: string) =>
  void download(`/api/v1/bank-months/${id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

function Hands({ month: m }: { month: BankMonthDetail }) {
  const { timeZone } = useAgency();
  const at = (who: string | null, when: Instant | null) =>
    when && who ? `${who}, ${formatInstant(when, timeZone)}` : "not yet";
  return (
    <Panel title="Who, and the finance system">
      <Facts>
        <Fact label="Prepared">{at(m.preparedBy, m.preparedAt)}</Fact>
        <Fact label="Reviewed">{at(m.reviewedBy, m.reviewedAt)}</Fact>
        <Fact label="Finance system">
          {m.elsewhere === null ? "not compared" : formatCents(m.elsewhere)}
        </Fact>
        {m.elsewhere !== null && m.elsewhere !== m.reconciliation.book && (
          <Fact label="Apart">
            {formatCents(Math.abs(m.elsewhere - m.reconciliation.book))}
            {m.elsewhereNote && `: ${m.elsewhereNote}`}
          </Fact>
        )}
        {m.sha256 && (
          <Fact label="SHA-256">
            <span className="mono break-all text-12">{m.sha256}</span>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** A month of an account, from the bank and from the books to the balance on which both agree. */
export default function MonthPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [noting, setNoting] = useState<BankMonthDetail | null>(null);
  return (
    <>
      <RecordPage<BankMonthDetail>
        path="/api/v1/bank-months"
        id={id}
        lifecycle={{ statuses: monthStatuses, course: monthCourse }}
        title={(m) => m.account}
        subtitle={(m) => (
          <>
            Reconciliation of {formatDate(m.firstDay)} to {formatDate(m.lastDay)},{" "}
            <Link to="/payments?tab=bank">Bank</Link>
          </>
        )}
        amountCents={(m) => m.reconciliation.book}
        extraActions={(m) => [
          ...(m.status === "draft" && can("bank.match")
            ? [{ label: "Finance system", onSelect: () => setNoting(m) }]
            : []),
          { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(id) },
        ]}
        tabs={[
          {
            id: "sides",
            label: "Bank and books",
            content: (m) => (
              <div className="stack">
                <MonthSides month={m} />
                <MonthItems items={m.reconciliation.items} />
              </div>
            ),
          },
        ]}
        rail={(m) => <Hands month={m} />}
      />
      {noting && <ElsewhereDialog month={noting} onClose={() => setNoting(null)} />}
    </>
  );
}
