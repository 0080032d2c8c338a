import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { DecimalInput } from "#web/kit/form/inputs.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { ConsensusCell, EvaluationDetail } from "./evaluation.model.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { useEvaluationAction } from "./Panels.tsx";

function Change({
  e,
  cell,
  most,
  name,
  onClose,
}: {
  e: EvaluationDetail;
  cell: ConsensusCell;
  most: number;
  name: string;
  onClose: () => void;
}) {
  const [score, setScore] = useState(String(Number(cell.score)));
  const { post } = useEvaluationAction(e.id);
  return (
    <TextDialog
      title={`Agree on a score: ${name}`}
      hint={`The mean is ${Number(cell.mean).toFixed(2)}. Anything else needs a reason, which is kept.`}
      label="Reason"
      confirm="Agree"
      initial={cell.comment}
      least={0}
      onClose={onClose}
      onConfirm={(comment) =>
        post(
          "set-consensus",
          { bidId: cell.bidId, criterionId: cell.criterionId, score, comment },
          "Agreed",
          onClose,
        )
      }
    >
      <label className="field mb-3">
        <span className="label">Score, 0 to {most}</span>
        <DecimalInput className="field-control w-28" value={score} onChange={setScore} />
      </label>
    </TextDialog>
  );
}

/** Everybody's scores beside each other, how far they are apart, and what was agreed. */
export function ConsensusTab({ e }: { e: EvaluationDetail }) {
  const content = e.content!;
  const [changing, setChanging] = useState<ConsensusCell | null>(null);
  const criteria = content.criteria.filter((criterion) => criterion.kind !== "price");
  const open = e.status === "consensus" && e.myRole !== null && !e.canScore;
  const criterionOf = (cell: ConsensusCell) =>
    criteria.find((criterion) => criterion.id === cell.criterionId);
  if (content.consensus.length === 0)
    return (
      <Panel title="Consensus">
        <p className="text-t2">
          {e.canScore
            ? "Hand in your scores first: until then you do not see the others'."
            : e.status === "locked"
              ? "The scores are locked. The coordinator begins the consensus."
              : "Scores are shown side by side once all are locked."}
        </p>
      </Panel>
    );
  return (
    <>
      {content.bids
        .filter((bid) => content.consensus.some((cell) => cell.bidId === bid.bidId))
        .map((bid) => (
          <Panel key={bid.bidId} title={bid.vendorName} flush>
            <div
              className="overflow-x-auto"
              tabIndex={0}
              role="region"
              aria-label="Scores of a bid"
            >
              <table className="ledger ledger-tight">
                <thead>
                  <tr>
                    <th scope="col">Criterion</th>
                    <th scope="col">Scores</th>
                    <th scope="col" className="num">
                      Mean
                    </th>
                    <th scope="col" className="num">
                      Agreed
                    </th>
                    <th scope="col">
                      <span className="visually-hidden">Change</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {content.consensus
                    .filter((cell) => cell.bidId === bid.bidId)
                    .map((cell) => (
                      <tr key={cell.criterionId}>
                        <td data-label="Criterion" className="font-medium">
                          {criterionOf(cell)?.name}
                        </td>
                        <td data-label="Scores">
                          <ul className="flex flex-wrap gap-x-4">
                            {cell.scores.map((each) => (
                              <li
                                key={each.member}
                                title={each.note}
                                className={
                                  cell.spread.outliers.includes(each.member) ? "text-warning" : ""
                                }
                              >
                                {each.member} <b className="num">{Number(each.score)}</b>
                              </li>
                            ))}
                          </ul>
                          {cell.spread.wide && (
                            <p className="flex items-center gap-1 text-13 text-warning">
                              <TriangleAlert aria-hidden="true" className="size-4" />
                              Far apart: {Number(cell.spread.low)} to {Number(cell.spread.high)}
                            </p>
                          )}
                        </td>
                        <td className="num" data-label="Mean">
                          {Number(cell.mean).toFixed(2)}
                        </td>
                        <td className="num" data-label="Agreed">
                          <b>{cell.score}</b>
                          {cell.comment && (
                            <small className="block text-left text-t3">{cell.comment}</small>
                          )}
                        </td>
                        <td>
                          {open && (
                            <button
                              type="button"
                              className="btn btn-small"
                              onClick={() => setChanging(cell)}
                            >
                              Change
                              <span className="visually-hidden">
                                {" "}
                                {bid.vendorName}, {criterionOf(cell)?.name}
                              </span>
                            </button>
                          )}
                        </td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </Panel>
        ))}
      {changing && (
        <Change
          e={e}
          cell={changing}
          most={criterionOf(changing)?.maxScore ?? 10}
          name={criterionOf(changing)?.name ?? ""}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}
