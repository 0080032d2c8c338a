import type { KeyboardEvent } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EmptyState } from "#web/kit/states.tsx";
import type { AgentFindingRow } from "../finding/finding.model.ts";
import { FindingPanel } from "./FindingPanel.tsx";
import { isAnswer, most, useFindings } from "./useFindings.ts";

function Row({
  row,
  chosen,
  choose,
}: {
  row: AgentFindingRow;
  chosen: boolean;
  choose: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        data-finding={row.id}
        aria-pressed={chosen}
        className={`grid w-full gap-1 rounded border border-hair p-3 text-left hover:bg-s2 ${chosen ? "bg-s2" : ""}`}
        onClick={choose}
      >
        <span className="flex items-baseline gap-3">
          <span className={isAnswer(row) ? "mr-auto text-t2" : "mono mr-auto"}>
            {isAnswer(row) ? "What you asked" : row.subjectNumber}
          </span>
          {row.cents !== 0 && <span className="font-medium">{formatCents(row.cents)}</span>}
        </span>
        <span>{row.what}</span>
        <span className="text-13 text-t2">
          {[row.proposed ?? "Nothing to accept", row.dueOn && `until ${formatDate(row.dueOn)}`]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </button>
    </li>
  );
}

/** What waits, answers to what was asked and then the dearest first; beside it the chosen finding with its sources and its change. */
export function FindingWork({ agent }: { agent: string }) {
  const { read, total, items, chosen, want } = useFindings(agent);
  if (!read) return null;
  if (!chosen)
    return (
      <EmptyState kind="all-done" title="Nothing waits">
        What it finds and what it proposes stands here until somebody decides.
      </EmptyState>
    );
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = items[items.indexOf(chosen) + by];
    if (!next) return;
    want(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-finding="${next.id}"]`)?.focus();
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <ul
        className="grid max-h-[70vh] content-start gap-2 overflow-auto"
        aria-label="What waits"
        tabIndex={0}
        onKeyDown={move}
      >
        {items.map((row) => (
          <Row key={row.id} row={row} chosen={row.id === chosen.id} choose={() => want(row.id)} />
        ))}
        {total > items.length && (
          <li className="text-t2">The first {most} stand here; the others under All it found.</li>
        )}
      </ul>
      <FindingPanel key={chosen.id} id={chosen.id} drawn />
    </div>
  );
}
