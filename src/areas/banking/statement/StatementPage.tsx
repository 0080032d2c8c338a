import { useParams } from "react-router";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { MatchTable } from "../match/MatchTable.tsx";
import { BankLineTable } from "./BankLineTable.tsx";
import {
  statementCycle,
  statementCourse,
  statementSources,
  statementStatuses,
} from "./statement.labels.ts";
import type { StatementDetail } from "./statement.model.ts";

function Balances({ statement: s }: { statement: StatementDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="From opening to closing">
      <Facts>
        <Fact label="Opening">{formatCents(s.opening)}</Fact>
        <Fact label="Came in">{formatCents(s.cameIn)}</Fact>
        <Fact label="Went out">{formatCents(s.wentOut)}</Fact>
        <Fact label="Closing">
          <span className="font-semibold">{formatCents(s.closing)}</span>
        </Fact>
        <Fact label="Came as">
          {statementSources[s.source]}
          {s.fileName && `, ${s.fileName}`}
        </Fact>
        <Fact label="Loaded">{formatInstant(s.loadedAt, timeZone)}</Fact>
      </Facts>
    </Panel>
  );
}

/** What the bank said of an account on one day. */
export default function StatementPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<StatementDetail>
      path="/api/v1/bank-statements"
      id={id}
      lifecycle={{
        statuses: statementStatuses,
        course: statementCourse,
        actions: statementCycle.actions,
      }}
      title={(s) => s.account}
      subtitle={(s) => `Statement of ${formatDate(s.onDay)}`}
      amountCents={(s) => s.closing}
      tabs={[
        {
          id: "lines",
          label: "Lines",
          count: (s) => s.lineCount,
          content: (s) => <BankLineTable statementId={s.id} />,
        },
        {
          id: "matches",
          label: "Matches",
          content: (s) => <MatchTable statementId={s.id} />,
        },
      ]}
      rail={(s) => <Balances statement={s} />}
    />
  );
}
