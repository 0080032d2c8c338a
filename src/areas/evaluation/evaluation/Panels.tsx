import { Download } from "lucide-react";

import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download, messageOf } from "#web/kit/api.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { memberRoles } from "./evaluation.labels.ts";
import type { BidView, EvaluationDetail } from "./evaluation.model.ts";

/** Sends one of the evaluation's actions; `post` says what was done. */
export const useEvaluationAction = (id: string) => {
  const send = useMutationAction("evaluations");
  const post = (name: string, body: unknown, done: string, then?: () => void) =>
    send.mutate(
      { path: `/api/v1/evaluations/${id}/actions/${name}`, body },
      {
        onSuccess: () => {
          notify.done(done);
          then?.();
        },
        onError: (error) => notify.failed("That did not work", messageOf(error)),
      },
    );
  return { post, busy: send.isPending };
};

const stateOf = (
  m: EvaluationDetail["members"][number],
): { tone: "success" | "warning" | "neutral" | "danger"; label: string } =>
  m.recused
    ? { tone: "danger", label: "Recused" }
    : m.submitted
      ? { tone: "success", label: "Scores in" }
      : m.biddersDeclared
        ? { tone: "success", label: "Declared" }
        : m.declared
          ? { tone: "warning", label: "Bidders open" }
          : { tone: "warning", label: "Not declared" };

/** Who takes part, how far they are, how many are needed. */
export function People({ e }: { e: EvaluationDetail }) {
  const scoring = e.members.filter((m) => m.scoring && !m.recused).length;
  return (
    <Panel
      title="Who takes part"
      aside={
        <span className={scoring < e.minimumEvaluators ? "text-warning" : ""}>
          {scoring} of at least {e.minimumEvaluators} score
        </span>
      }
    >
      <ul className="grid gap-3">
        {e.members.map((m) => (
          <li key={m.id} className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 flex-1">
              {m.name}
              {m.me && " (you)"}
              <small className="block text-t3">
                {memberRoles[m.role]}
                {m.substitute && ", substitute"}
                {m.scoring ? "" : ", does not score"}
                {m.recusalReason && `: ${m.recusalReason}`}
              </small>
            </span>
            <Badge {...stateOf(m)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const standing = (bid: BidView) =>
  bid.responsive === false ? (
    <Badge tone="danger" label="Not responsive" />
  ) : bid.responsible === false ? (
    <Badge tone="danger" label="Not responsible" />
  ) : bid.responsive ? (
    <Badge tone="success" label={bid.responsible ? "Responsive, responsible" : "Responsive"} />
  ) : (
    <Badge tone="neutral" label="Not decided" />
  );

/** What a bidder sent besides its prices: statement, answers, files. */
export function Sent({ bid }: { bid: BidView }) {
  return (
    <>
      {bid.statement && <p className="whitespace-pre-wrap break-words">{bid.statement}</p>}
      {bid.checks.some((check) => check.answer) && (
        <Facts>
          {bid.checks
            .filter((check) => check.answer)
            .map((check) => (
              <Fact key={check.item} label={check.label}>
                {check.answer}
              </Fact>
            ))}
        </Facts>
      )}
      {bid.files.length > 0 && (
        <ul className="grid gap-1">
          {bid.files.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                className="btn btn-small"
                onClick={() =>
                  void download(`/api/v1/files/${file.id}`).catch((error: unknown) =>
                    notify.failed("The file could not be fetched", error),
                  )
                }
              >
                <Download aria-hidden="true" />
                {file.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What each bidder sent: statement, answers, files. */
export function BidsTab({ bids }: { bids: readonly BidView[] }) {
  const { timeZone } = useAgency();
  return bids.map((bid) => (
    <Panel
      key={bid.bidId}
      title={bid.vendorName}
      aside={
        <>
          {bid.vendorNumber} · received {formatInstant(bid.receivedAt, timeZone)}
        </>
      }
    >
      <div className="grid gap-3">
        <p>
          {standing(bid)}
          {bid.responsiveReason && <span className="ml-2 text-t2">{bid.responsiveReason}</span>}
        </p>
        <Sent bid={bid} />
        {bid.price && bid.price.validDays > 0 && (
          <p className="text-13 text-t3">Holds for {counted(bid.price.validDays, "day")}</p>
        )}
      </div>
    </Panel>
  ));
}

const roundNames = { interview: "Interview", best_and_final: "Best and final offer" } as const;
/** Interviews, in the order held, and what was recorded of offers made on paper. */
export function Rounds({ e }: { e: EvaluationDetail }) {
  const rounds = e.content?.rounds ?? [];
  const name = (bidId: string) =>
    e.content?.bids.find((bid) => bid.bidId === bidId)?.vendorName ?? "";
  if (rounds.length === 0) return null;
  return (
    <Panel title="Interviews">
      <ul className="activity">
        {rounds.map((round) => (
          <li key={round.id}>
            <p>
              <b>
                {roundNames[round.kind]}, {name(round.bidId)}
              </b>{" "}
              <span className="when">{formatDate(round.heldOn)}</span>
            </p>
            <p className="text-t2">{round.note}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
