import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EmptyState } from "#web/kit/states.tsx";
import type { AcceptedFinding, AgentFindingRow } from "../finding/finding.model.ts";
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

/** On a phone one finding at a time, with the way to the next. */
function Turning({ at, of, turn }: { at: number; of: number; turn: (by: 1 | -1) => void }) {
  return (
    <nav className="flex items-center gap-3 lg:hidden" aria-label="Findings that wait">
      <button
        type="button"
        className="btn btn-icon"
        aria-label="The one before"
        disabled={at === 0}
        onClick={() => turn(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <span className="mx-auto">{`${at + 1} of ${of}`}</span>
      <button
        type="button"
        className="btn btn-icon"
        aria-label="The next one"
        disabled={at + 1 === of}
        onClick={() => turn(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </nav>
  );
}

/** What was done last, with the way to it. */
function Done({ of: { said, href } }: { of: AcceptedFinding }) {
  return (
    <p role="status">
      {said}{" "}
      {href && (
        <Link className="link" to={href}>
          Open it
        </Link>
      )}
    </p>
  );
}

/** What waits, answers to what was asked and then the dearest first; beside it the chosen finding with its sources and its change. */
export function FindingWork({ agent }: { agent: string }) {
  const { read, total, items, chosen, want } = useFindings(agent);
  const [done, setDone] = useState<AcceptedFinding | null>(null);
  if (!read) return null;
  if (!chosen)
    return (
      <>
        {done && <Done of={done} />}
        <EmptyState kind="all-done" title="Nothing waits">
          What it finds and what it proposes stands here until somebody decides.
        </EmptyState>
      </>
    );
  const at = items.indexOf(chosen);
  const turn = (by: number) => {
    const next = items[at + by];
    if (next) want(next.id);
    return next;
  };
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = turn(by);
    if (!next) return;
    event.currentTarget.querySelector<HTMLElement>(`[data-finding="${next.id}"]`)?.focus();
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {done && (
        <div className="lg:col-span-2">
          <Done of={done} />
        </div>
      )}
      <Turning at={at} of={items.length} turn={turn} />
      <ul
        className="hidden max-h-[70vh] lg:grid content-start gap-2 overflow-auto"
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
      <FindingPanel key={chosen.id} id={chosen.id} drawn onAccepted={setDone} />
    </div>
  );
}
