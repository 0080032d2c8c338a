import { Lock } from "lucide-react";
import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { messageOf } from "#web/kit/api.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { EvaluationDetail } from "../evaluation/evaluation.model.ts";
import { OutageDecision } from "#areas/sourcing/sourcing.ui.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { offerOutcomes, type RoundView } from "./final-offer.labels.ts";

function Round({ e, round }: { e: EvaluationDetail; round: RoundView }) {
  const { timeZone } = useAgency();
  const [ending, setEnding] = useState(false);
  const send = useMutationAction("evaluations");
  const open = !round.openedAt && !round.endedAt;
  const end = (reason: string) =>
    send.mutate(
      {
        path: `/api/v1/evaluations/${e.id}/final-offers/${round.id}/actions/end`,
        body: { reason },
      },
      {
        onSuccess: () => {
          setEnding(false);
          notify.done("Taken back", "The bids count as they stand.");
        },
        onError: (error) => notify.failed("Not taken back", messageOf(error)),
      },
    );
  return (
    <Panel
      title={`Best and final offers, round ${round.roundNo}`}
      aside={
        open ? (
          <DeadlineClock deadline={round.dueAt} short />
        ) : round.openedAt ? (
          "opened"
        ) : (
          "taken back"
        )
      }
      flush
    >
      <ul>
        {round.asked.map((each) => (
          <li
            key={each.bidId}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hair px-4 py-2 last:border-0"
          >
            <span className="min-w-0 flex-1 font-medium">
              {each.vendorName}
              {each.note && <small className="block font-normal text-t2">{each.note}</small>}
              {each.failure && (
                <small className="block font-normal text-danger">{each.failure}</small>
              )}
            </span>
            {each.outcome === "sealed" ? (
              <span className="inline-flex items-center gap-1 text-13 text-t3">
                <Lock aria-hidden="true" className="size-3.5" />
                {offerOutcomes.sealed}
              </span>
            ) : (
              <Badge
                tone={
                  each.outcome === "final"
                    ? "success"
                    : each.outcome === "failed"
                      ? "danger"
                      : "neutral"
                }
                label={offerOutcomes[each.outcome]}
              />
            )}
            {each.receivedAt && (
              <span className="text-12 text-t3">
                received {formatInstant(each.receivedAt, timeZone)}
                {each.revision !== null && each.revision > 1 && `, revision ${each.revision}`}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-2 border-t border-hair px-4 py-3 text-13 text-t2">
        <p>
          Asked by {round.askedBy}, {formatInstant(round.askedAt, timeZone)}, until{" "}
          {formatInstant(round.dueAt, timeZone)}
          {round.openedAt && `; opened ${formatInstant(round.openedAt, timeZone)}`}.
          {round.note && ` ${round.note}`}
        </p>
        {round.endedReason && <p>{round.endedReason}</p>}
        {open && round.stuck && (
          <p className="text-danger" role="alert">
            They are due and do not open. {round.stuck}
          </p>
        )}
        {open && !round.stuck && (
          <p>
            Nobody in the agency sees whether an offer has come. They are opened together once the
            due instant has passed; the bids are ranked then.
          </p>
        )}
        {open && round.held && e.myRole === "chair" && e.canManage && (
          <OutageDecision path={`/api/v1/evaluations/${e.id}/final-offers/${round.id}`} />
        )}
        {open && e.myRole === "chair" && e.canManage && (
          <p>
            <button type="button" className="btn btn-small" onClick={() => setEnding(true)}>
              Take the request back
            </button>
          </p>
        )}
        {open && round.stuck && e.myRole !== "chair" && <p>The chair can take the request back.</p>}
      </div>
      {ending && (
        <TextDialog
          title="Take the request back"
          hint="What has come is never read; the bids count as they stand."
          label="Reason; those asked are told"
          confirm="Take it back"
          least={5}
          onClose={() => setEnding(false)}
          onConfirm={end}
        />
      )}
    </Panel>
  );
}

/** The rounds of final offers, the last one first. */
export function FinalOffers({ e }: { e: EvaluationDetail }) {
  return [...e.content!.finalRounds]
    .reverse()
    .map((round) => <Round key={round.id} e={e} round={round} />);
}
