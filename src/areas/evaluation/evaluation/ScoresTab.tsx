import { useState } from "react";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { counted } from "#kernel/words.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "./evaluation.model.ts";
import { Sent, useEvaluationAction } from "./Panels.tsx";

type Cell = { score: string; note: string };
const keyOf = (bidId: string, criterionId: string) => `${bidId} ${criterionId}`;

function ConfirmHandIn({
  wanted,
  onClose,
  onConfirm,
}: {
  wanted: number;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      onClose={onClose}
      title="Hand in your scores?"
      description={`${counted(wanted, "score")} with their reasons are handed in. You cannot change them afterwards.`}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Look at them again
          </button>
          <button type="button" className="btn btn-primary" onClick={onConfirm}>
            Hand in for good
          </button>
        </>
      }
    />
  );
}

function HandIn({
  given,
  wanted,
  busy,
  onSend,
}: {
  given: number;
  wanted: number;
  busy: boolean;
  onSend: (submit: boolean) => void;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {asking && (
        <ConfirmHandIn
          wanted={wanted}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onSend(true);
          }}
        />
      )}
      <button
        type="button"
        className="btn btn-primary"
        aria-disabled={busy || given < wanted}
        onClick={() => {
          if (given < wanted)
            notify.failed(
              "Not all scores are given",
              `${wanted - given} of ${wanted} are missing.`,
            );
          else if (!busy) setAsking(true);
        }}
      >
        Hand in
      </button>
      <button
        type="button"
        className="btn"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onSend(false);
        }}
      >
        Save for later
      </button>
      <p className="text-t2">
        {given} of {wanted} given. Nobody sees them before all are locked; once handed in they stay.
      </p>
    </div>
  );
}

/** One evaluator's own scores: bid by bid, criterion by criterion; Enter goes to the next field. */
export function ScoresTab({ e }: { e: EvaluationDetail }) {
  const content = e.content!;
  const { post, busy } = useEvaluationAction(e.id);
  const [cells, setCells] = useState<Record<string, Cell>>(() =>
    Object.fromEntries(
      content.myScores.map((each) => [
        keyOf(each.bidId, each.criterionId),
        { score: String(Number(each.score)), note: each.note },
      ]),
    ),
  );
  const criteria = content.criteria.filter((criterion) => criterion.kind !== "price");
  const bids = content.bids.filter((bid) => bid.responsive !== false);
  const open = e.canScore;
  const given = bids.flatMap((bid) =>
    criteria.flatMap((criterion) => {
      const cell = cells[keyOf(bid.bidId, criterion.id)];
      return cell?.score.trim() ? [{ bidId: bid.bidId, criterionId: criterion.id, ...cell }] : [];
    }),
  );
  const wanted = bids.length * criteria.length;
  const send = (submit: boolean) =>
    post("save-scores", { scores: given, submit }, submit ? "Your scores are handed in" : "Saved");
  const set = (key: string, patch: Partial<Cell>) =>
    setCells((old) => ({ ...old, [key]: { score: "", note: "", ...old[key], ...patch } }));
  const next = (form: HTMLFormElement, from: EventTarget) => {
    const inputs = [...form.querySelectorAll<HTMLInputElement>("input")];
    inputs[inputs.indexOf(from as HTMLInputElement) + 1]?.focus();
  };
  if (!e.iScore)
    return (
      <Panel title="My scores">
        <p className="text-t2">You take part without scoring.</p>
      </Panel>
    );
  return (
    <form
      className="stack"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
          event.preventDefault();
          next(event.currentTarget, event.target);
        }
      }}
    >
      {open && e.status !== "individual_scoring" && (
        <Panel title="You are a substitute">
          <p className="text-t2">
            Score what the bidders sent. Others' scores, and prices, are shown to you once your
            scores are in; the course waits for them.
          </p>
        </Panel>
      )}
      {bids.map((bid) => (
        <Panel key={bid.bidId} title={bid.vendorName} flush>
          <details className="border-b border-hair px-4 py-3">
            <summary className="cursor-pointer text-t2">What {bid.vendorName} sent</summary>
            <div className="mt-3 grid gap-3">
              <Sent bid={bid} />
            </div>
          </details>
          <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Scores of a bid">
            <table className="ledger ledger-tight">
              <thead>
                <tr>
                  <th scope="col">Criterion</th>
                  <th scope="col" className="num">
                    Weight
                  </th>
                  <th scope="col">Score</th>
                  <th scope="col">Why</th>
                </tr>
              </thead>
              <tbody>
                {criteria.map((criterion) => {
                  const key = keyOf(bid.bidId, criterion.id);
                  const cell = cells[key] ?? { score: "", note: "" };
                  return (
                    <tr key={criterion.id}>
                      <td data-label="Criterion">
                        <span className="font-medium">{criterion.name}</span>
                        {criterion.guidance && (
                          <small className="block text-t3">{criterion.guidance}</small>
                        )}
                      </td>
                      <td className="num" data-label="Weight">
                        {Number(criterion.weight)}
                      </td>
                      <td data-label="Score">
                        <span className="flex items-center gap-2">
                          {open ? (
                            <DecimalInput
                              className="field-control w-20"
                              aria-label={`${bid.vendorName}, ${criterion.name}, 0 to ${criterion.maxScore}`}
                              value={cell.score}
                              onChange={(score) => set(key, { score })}
                            />
                          ) : (
                            <b className="num">{cell.score || "—"}</b>
                          )}
                          <span className="text-t3">of {criterion.maxScore}</span>
                        </span>
                      </td>
                      <td data-label="Why" className="w-1/2">
                        {open ? (
                          <input
                            className="field-control w-full"
                            aria-label={`Why: ${bid.vendorName}, ${criterion.name}`}
                            maxLength={4000}
                            value={cell.note}
                            onChange={(event) => set(key, { note: event.target.value })}
                          />
                        ) : (
                          cell.note
                        )}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </Panel>
      ))}
      {open && <HandIn given={given.length} wanted={wanted} busy={busy} onSend={send} />}
      {e.mySubmitted && e.status === "individual_scoring" && (
        <p className="text-t2">Handed in. They are locked when everybody's are in.</p>
      )}
    </form>
  );
}
