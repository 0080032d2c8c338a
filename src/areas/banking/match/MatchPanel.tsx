import { ArrowRight, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { alarmCodes, matchKinds } from "./match.labels.ts";
import type { MatchingPage } from "./matching.model.ts";

const NameLine = dialogOnDemand(async () => (await import("./NameLine.tsx")).NameLine);

type Line = MatchingPage["lines"][number];
const nouns = ["bank-matching", "bank-matches", "bank-standing", "bank-lines", "payments"] as const;

const isCertain = ({ alarm, proposal }: Line) => !alarm && proposal?.certain === true;

/** Says in words what stands, the alarms first. */
const findingOf = (m: MatchingPage): string => {
  if (m.open === 0) return "Every line of its statements is matched.";
  const alarms = m.alarms > 0 ? `${counted(m.alarms, "check")} must not have been paid so. ` : "";
  return `${alarms}${counted(m.open, "line")} of its statements ${m.open === 1 ? "is" : "are"} not matched: ${m.certain} certain, ${m.proposed} proposed, ${m.open - m.certain - m.proposed - m.alarms} without a proposal.`;
};

function Candidate({ line }: { line: Line }) {
  if (line.alarm)
    return (
      <div className="grid justify-items-start gap-1">
        <Badge tone="danger" label={alarmCodes[line.alarm.code]} />
        <p className="text-13">{line.alarm.reason}</p>
      </div>
    );
  if (!line.proposal) return <p className="text-13 text-t3">Nothing in the books is like it.</p>;
  const { proposal } = line;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge
          tone={proposal.certain ? "success" : "info"}
          label={
            proposal.certain ? `${matchKinds[proposal.kind]}, certain` : matchKinds[proposal.kind]
          }
        />
        {proposal.parts.slice(0, 3).map((part) =>
          part.paymentId ? (
            <Link
              key={part.paymentId}
              className="mono text-link"
              to={pathTo("payment", { id: part.paymentId })}
            >
              {part.number}
            </Link>
          ) : part.journalId ? (
            <Link
              key={part.journalId}
              className="mono text-link"
              to={pathTo("journal", { id: part.journalId })}
            >
              {part.number}
            </Link>
          ) : null,
        )}
        {proposal.parts.length > 3 && (
          <span className="text-t3">and {proposal.parts.length - 3} more</span>
        )}
      </p>
      <p className="text-13 text-t2">{proposal.reason}</p>
    </div>
  );
}

const rowLook =
  "grid gap-3 border-b border-hair px-4 py-3 last:border-b-0 " +
  "md:grid-cols-[1fr_1.25rem_1fr_auto] md:items-center";

function Row({ line, may, onName }: { line: Line; may: boolean; onName: () => void }) {
  const accept = useMutationAction<{ id: string }>(...nouns);
  const { proposal } = line;
  const take = () =>
    accept.mutate(
      {
        path: `/api/v1/bank-lines/${line.id}/actions/match`,
        body: {
          kind: proposal!.kind,
          paymentIds: proposal!.parts.flatMap((p) => (p.paymentId ? [p.paymentId] : [])),
          journalId: proposal!.parts[0]?.journalId ?? null,
          reason: proposal!.reason,
        },
      },
      { onSuccess: () => notify.done("Line matched") },
    );
  return (
    <li className={rowLook}>
      <div>
        <p className="flex justify-between gap-3">
          <span className="font-medium">{line.text || "No text"}</span>
          <span className="mono whitespace-nowrap">{formatCents(line.cents)}</span>
        </p>
        <p className="text-12 text-t3">
          {formatDate(line.onDay)}
          {line.reference && `, ${line.reference}`},{" "}
          <Link className="underline" to={pathTo("bankStatement", { id: line.statementId })}>
            {line.statement}
          </Link>
        </p>
      </div>
      <ArrowRight className="text-t3 max-md:hidden" aria-hidden="true" />
      <Candidate line={line} />
      {may && (
        <div className="flex flex-wrap gap-2 md:justify-end">
          {proposal && !line.alarm && (
            <button type="button" className="btn" aria-disabled={accept.isPending} onClick={take}>
              Match
            </button>
          )}
          <button type="button" className="btn" onClick={onName}>
            Name it
          </button>
          {accept.isError && (
            <p role="alert" className="text-13 text-danger">
              {messageOf(accept.error)}
            </p>
          )}
        </div>
      )}
    </li>
  );
}

function MatchAll({ matching: m }: { matching: MatchingPage }) {
  const all = useMutationAction<{ matched: number; alarms: number }>(...nouns);
  const press = () =>
    all.mutate(
      { path: `/api/v1/bank-matching/${m.accountId}/actions/match-certain`, body: {} },
      {
        onSuccess: ({ matched, alarms }) =>
          notify.done(
            `${counted(matched, "line")} matched${alarms > 0 ? `; ${counted(alarms, "alarm")} with a hold` : ""}`,
          ),
      },
    );
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={all.isPending || m.certain + m.alarms === 0}
        onClick={() => {
          if (!all.isPending && m.certain + m.alarms > 0) press();
        }}
      >
        Match what is certain ({m.certain})
      </button>
      {all.isError && (
        <p role="alert" className="text-danger">
          {messageOf(all.error)}
        </p>
      )}
    </div>
  );
}

/** What is open of one account: each line beside what it may be in the books. */
export function MatchPanel({ accountId }: { accountId: string }) {
  const { can } = useAuth();
  const found = useGet<MatchingPage>("bank-matching", `/api/v1/bank-matching/${accountId}`);
  const [naming, setNaming] = useState<Line | null>(null);
  if (found.isPending) return <TableSkeleton columns={2} label="Looking at what is open" />;
  if (!found.data)
    return (
      <ErrorPanel error={found.error} what="The matching" onRetry={() => void found.refetch()} />
    );
  const m = found.data;
  const may = can("bank.match") && m.closed === null;
  const row = (line: Line) => (
    <Row key={line.id} line={line} may={may} onName={() => setNaming(line)} />
  );
  return (
    <Panel title={`To be matched: ${m.account}`} flush>
      <div className="grid gap-3 border-b border-hair p-4">
        <p className={m.alarms > 0 ? "flex items-start gap-2" : ""}>
          {m.alarms > 0 && <TriangleAlert className="mt-0.5 text-danger" aria-hidden="true" />}
          {findingOf(m)}
        </p>
        {can("bank.match") && m.closed && <p className="text-13 text-t2">{m.closed}</p>}
        {may && <MatchAll matching={m} />}
      </div>
      <ul aria-label="Lines that a person looks at">
        {m.lines.filter((line) => !isCertain(line)).map(row)}
      </ul>
      {m.lines.some(isCertain) && (
        <details className="border-t border-hair">
          <summary className="px-4 py-3 font-medium">
            {counted(m.lines.filter(isCertain).length, "certain line")}, each with its reason
          </summary>
          <ul aria-label="Certain lines">{m.lines.filter(isCertain).map(row)}</ul>
        </details>
      )}
      {m.open > m.lines.length && (
        <p className="p-4 text-13 text-t3">
          {m.open - m.lines.length} further lines follow when these are matched.
        </p>
      )}
      {naming && <NameLine line={naming} onClose={() => setNaming(null)} />}
    </Panel>
  );
}
