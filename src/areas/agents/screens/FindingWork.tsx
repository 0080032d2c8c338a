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

const shortly = (row: AgentFindingRow): string =>
  isAnswer(row)
    ? row.what
    : [row.subjectNumber, row.cents !== 0 && formatCents(row.cents)].filter(Boolean).join(" · ");

/** On a phone one finding at a time, with the way to the next and to each. */
function Turning({
  items,
  chosen,
  want,
}: {
  items: readonly AgentFindingRow[];
  chosen: AgentFindingRow;
  want: (id: string) => void;
}) {
  const at = items.indexOf(chosen);
  const turn = (by: 1 | -1) => want(items[at + by]!.id);
  return (
    <nav className="grid gap-2 lg:hidden" aria-label="Findings that wait">
      <select
        className="field-control"
        aria-label="The finding in hand"
        value={chosen.id}
        onChange={(event) => want(event.target.value)}
      >
        {items.map((row) => (
          <option key={row.id} value={row.id}>
            {shortly(row)}
          </option>
        ))}
      </select>
      <div className="flex items-center gap-3">
        <button
          type="button"
          className="btn btn-icon"
          aria-label="The one before"
          disabled={at === 0}
          onClick={() => turn(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </button>
        <span className="mx-auto">{`${at + 1} of ${items.length}`}</span>
        <button
          type="button"
          className="btn btn-icon"
          aria-label="The next one"
          disabled={at + 1 === items.length}
          onClick={() => turn(1)}
        >
          <ChevronRight aria-hidden="true" />
        </button>
      </div>
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
      {done && (
        <div className="lg:col-span-2">
          <Done of={done} />
        </div>
      )}
      <Turning items={items} chosen={chosen} want={want} />
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
