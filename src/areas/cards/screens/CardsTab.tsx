import { FileUp } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { cycleStatuses } from "../cycle/cycle.labels.ts";
import type { CardStanding } from "../line/line.model.ts";
import { FindingsTable } from "./FindingsTable.tsx";
import { LinesTable } from "./LinesTable.tsx";

const part = (n: number, text: string, to: string): FindingPart[] => (n > 0 ? [{ text, to }] : []);

const partsOf = (s: CardStanding): FindingPart[] => {
  const findings = pathTo("cardFindings");
  const lines = pathTo("cardLines");
  return [
    ...part(
      s.splits,
      counted(s.splits, "split purchase is", "split purchases are") + " not settled",
      `${findings}?status=open&kind=split`,
    ),
    ...part(
      s.blocked,
      counted(s.blocked, "purchase", "purchases") + " in a blocked category",
      `${findings}?status=open&kind=category`,
    ),
    ...part(
      s.overdue,
      counted(s.overdue, "finding is", "findings are") + " overdue",
      `${findings}?overdue=true`,
    ),
    ...part(
      s.withoutReceipt,
      counted(s.withoutReceipt, "line has", "lines have") + " no receipt",
      `${lines}?receiptMissing=true`,
    ),
    ...part(
      s.uncoded,
      counted(s.uncoded, "line is", "lines are") + " not coded",
      `${lines}?status=posted,returned`,
    ),
    ...part(
      s.toApprove,
      counted(s.toApprove, "line waits", "lines wait") + " for approval",
      `${lines}?status=sent`,
    ),
    ...part(
      s.suspended,
      counted(s.suspended, "card is", "cards are") + " suspended",
      `${pathTo("purchaseCards")}?status=suspended`,
    ),
  ];
};

type Cycle = CardStanding["cycles"][number];

// How far each cycle is on its way to the bank's invoice.
function Cycles({ cycles }: { cycles: readonly Cycle[] }) {
  if (cycles.length === 0) return null;
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {cycles.map((cycle) => (
        <li key={cycle.id} className="panel grid gap-2 p-4">
          <div className="flex items-baseline justify-between gap-3">
            <Link to={pathTo("cardCycle", { id: cycle.id })}>
              {cycle.bankName}, until {formatDate(cycle.closesOn)}
            </Link>
            <span className="num">{formatCents(cycle.cents)}</span>
          </div>
          <Progress
            value={Math.max(0, cycle.approvedCents)}
            max={Math.max(1, cycle.cents, cycle.approvedCents)}
            label={`Approved of ${cycle.number}`}
          />
          <p className="text-13 text-t2">
            {formatCents(cycle.approvedCents)} of {counted(cycle.lines, "line")} approved;{" "}
            {cycleStatuses[cycle.status as keyof typeof cycleStatuses].label.toLowerCase()}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Head() {
  const { can } = useAuth();
  return (
    <header className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">Cards</h1>
      <Link className="btn" to={pathTo("purchaseCards")}>
        Cards
      </Link>
      <Link className="btn" to={pathTo("cardCycles")}>
        Cycles
      </Link>
      {can("cards.administer") && (
        <>
          <Link className="btn" to={pathTo("cardGroups")}>
            Category groups
          </Link>
          <Link className="btn btn-primary" to={pathTo("cardLineImport")}>
            <FileUp aria-hidden="true" />
            Import lines
          </Link>
        </>
      )}
    </header>
  );
}

/** Purchases by card: what waits for whom, what rules found, how far each cycle is. */
export function CardsTab() {
  const standing = useGet<CardStanding>("card-standing", "/api/v1/card-standing");
  if (standing.isPending) return <RecordSkeleton />;
  if (!standing.data)
    return (
      <ErrorPanel error={standing.error} what="The cards" onRetry={() => void standing.refetch()} />
    );
  return (
    <div className="stack">
      <Head />
      <Finding
        parts={partsOf(standing.data)}
        none="Nothing waits: every line that you see is coded, with its receipt."
      />
      <Cycles cycles={standing.data.cycles} />
      <section className="grid gap-3">
        <h2>To do, by holder</h2>
        <LinesTable fixed="todo=true" sort="holderName" />
      </section>
      <section className="grid gap-3">
        <h2>Alarms and findings</h2>
        <FindingsTable />
      </section>
    </div>
  );
}
