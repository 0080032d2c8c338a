import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { answerKinds, decisions } from "./negotiation.labels.ts";
import type { RoundClause, RoundDetail } from "./negotiation.model.ts";
import { Changes, Words } from "./Words.tsx";

const Decide = dialogOnDemand(async () => (await import("./Decide.tsx")).Decide);

const plain = (text: string) => [{ kind: "same" as const, text }];

function Ours({ clause: c }: { clause: RoundClause }) {
  return (
    <section className="min-w-0" aria-label={`Ours: ${c.name}`}>
      <h3 className="text-13 text-t3">Ours</h3>
      <Words pieces={c.answer?.pieces ?? plain(c.text)} side="ours" />
      {c.sinceLast && (
        <details className="mt-2">
          <summary>What we changed since the round before</summary>
          <Words pieces={c.sinceLast} />
        </details>
      )}
    </section>
  );
}

function Theirs({ clause: c }: { clause: RoundClause }) {
  const a = c.answer;
  return (
    <section className="min-w-0" aria-label={`Theirs: ${c.name}`}>
      <h3 className="text-13 text-t3">Theirs</h3>
      {!a && <p className="text-t2">No answer yet.</p>}
      {a?.answer === "accept" && <p>Accepted.</p>}
      {a?.answer === "text" && <Words pieces={a.pieces ?? plain(a.text)} side="theirs" />}
      {a?.remark && <p className="whitespace-pre-wrap">“{a.remark}”</p>}
    </section>
  );
}

function Decision({ clause: c }: { clause: RoundClause }) {
  const a = c.answer;
  if (!a?.decision) return null;
  return (
    <div className="grid gap-1 rounded border border-hair p-3">
      <p>
        <b className="font-medium">{decisions[a.decision]}</b>
        {a.fallbackRank !== null && `, fallback of rank ${a.fallbackRank}`}
        {a.decidedBy && ` · ${a.decidedBy}`}
      </p>
      {a.counterText && <p className="whitespace-pre-wrap">{a.counterText}</p>}
      {a.note && <p className="text-t2">{a.note}</p>}
    </div>
  );
}

const standing = (c: RoundClause) => {
  const a = c.answer;
  if (!a) return null;
  if (a.answer === "accept") return <Badge tone="success" label="Accepted" />;
  if (a.decision) return <Badge tone="neutral" label="Decided" />;
  return <Badge tone="warning" label={answerKinds[a.answer]} />;
};

function One({ clause: c, onDecide }: { clause: RoundClause; onDecide: (() => void) | null }) {
  const waits = c.answer && c.answer.answer !== "accept" && c.answer.decision === null;
  return (
    <Panel title={`${c.position}. ${c.name}`} aside={standing(c)}>
      <div className="grid gap-4">
        {c.answer?.answer === "text" && (
          <Changes changes={c.answer.changes} label={`Changes in ${c.name}`} />
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <Ours clause={c} />
          <Theirs clause={c} />
        </div>
        <Decision clause={c} />
        {waits && (
          <div className="flex flex-wrap items-center gap-3">
            {onDecide && (
              <button type="button" className="btn btn-primary" onClick={onDecide}>
                Decide
              </button>
            )}
            {c.answer?.answer === "text" && (
              <span className="text-13 text-t3">
                Their text is agreed to by {c.accepts.by.toLowerCase()}
                {c.accepts.mine ? ": you may." : "."}
              </span>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

// What waits for a decision first, then what they changed, then what they accepted.
const weight = ({ answer }: RoundClause): number =>
  !answer || answer.answer === "accept" ? 2 : answer.decision === null ? 0 : 1;

/** The clauses of a round, ours and theirs beside each other; what is to be decided stands first. */
export function RoundClauses({ round: r }: { round: RoundDetail }) {
  const [deciding, setDeciding] = useState<RoundClause | null>(null);
  const [all, setAll] = useState(false);
  const sorted = r.clauses.toSorted((a, b) => weight(a) - weight(b) || a.position - b.position);
  const moved = sorted.filter((each) => weight(each) < 2);
  const shown = all || moved.length === 0 ? sorted : moved;
  return (
    <>
      {shown.map((c) => (
        <One key={c.id} clause={c} onDecide={r.canDecide ? () => setDeciding(c) : null} />
      ))}
      {shown.length < sorted.length && (
        <button type="button" className="btn justify-self-start" onClick={() => setAll(true)}>
          Show {counted(sorted.length - shown.length, "accepted clause")}
        </button>
      )}
      {deciding && <Decide round={r} clause={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}
