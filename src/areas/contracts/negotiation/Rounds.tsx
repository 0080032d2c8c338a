import { Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { roundStatuses, type RoundStatus } from "./negotiation.labels.ts";
import type { RoundDetail } from "./negotiation.model.ts";
import { RoundClauses } from "./RoundClauses.tsx";
import { Fixed, SentTerms } from "./SentRound.tsx";
import { Changes } from "./Words.tsx";

const SendRound = dialogOnDemand(async () => (await import("./SendRound.tsx")).SendRound);
type Short = { id: string; roundNo: number; status: RoundStatus; sentAt: string };

function Files({ files }: { files: RoundDetail["files"] }) {
  const { timeZone } = useAgency();
  if (files.length === 0) return null;
  const open = (fileId: string) =>
    void download(`/api/v1/files/${fileId}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <Panel title="Files that came back, beside what we sent">
      <ul className="grid gap-4">
        {files.map((file) => (
          <li key={file.id} className="grid gap-2">
            <p className="flex flex-wrap items-center gap-3">
              <button type="button" className="btn btn-small" onClick={() => open(file.fileId)}>
                {file.name}
              </button>
              <span className="text-13 text-t3">{formatInstant(file.sentAt, timeZone)}</span>
            </p>
            {file.unsearchable && <p className="text-13 text-warning">{file.unsearchable}</p>}
            {file.changes && <Changes changes={file.changes} label={`Changes in ${file.name}`} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Round({ id }: { id: string }) {
  const { timeZone } = useAgency();
  const round = useGet<RoundDetail>("contracts", `/api/v1/negotiation-rounds/${id}`);
  const act = useMutationAction("contracts");
  const [asking, setAsking] = useState(false);
  if (round.isPending) return <TableSkeleton columns={2} label="Loading the round" />;
  if (!round.data)
    return <ErrorPanel error={round.error} what="The round" onRetry={() => void round.refetch()} />;
  const r = round.data;
  const withdraw = (reason: string) =>
    act.mutate(
      {
        path: `/api/v1/negotiation-rounds/${id}/actions/withdraw`,
        body: { reason },
        version: r.version,
      },
      {
        onSuccess: () => notify.done("Round withdrawn", "The vendor was told."),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Panel
        title={`Round ${r.roundNo}`}
        aside={<StatusBadge statuses={roundStatuses} status={r.status} />}
      >
        <div className="grid gap-3">
          <p>
            Sent {r.sentBy && `by ${r.sentBy} `}
            {formatInstant(r.sentAt, timeZone)}, answer asked for by {formatDate(r.answerBy)}.
            {r.answeredAt && ` Answered ${formatInstant(r.answeredAt, timeZone)}.`}
          </p>
          {r.message && <p className="whitespace-pre-wrap">We wrote: {r.message}</p>}
          {r.remark && <p className="whitespace-pre-wrap">The vendor wrote: {r.remark}</p>}
          {r.endedReason && <p>Withdrawn: {r.endedReason}</p>}
          <Fixed round={r} />
          <SentTerms terms={r.terms} before={r.termsBefore} />
          {r.canWithdraw && (
            <button
              type="button"
              className="btn justify-self-start"
              onClick={() => setAsking(true)}
            >
              <Undo2 aria-hidden="true" />
              Withdraw the round
            </button>
          )}
        </div>
      </Panel>
      <RoundClauses round={r} />
      <Files files={r.files} />
      {asking && (
        <TextDialog
          title={`Withdraw round ${r.roundNo}?`}
          label="Why"
          hint="The vendor reads it, and need not answer any more. What is decided already stays."
          confirm="Withdraw"
          onClose={() => setAsking(false)}
          onConfirm={withdraw}
        />
      )}
    </>
  );
}

/** The rounds of a contract's negotiation: what we sent, what came back, what is to be decided. */
export function Rounds({
  contract: c,
  maySend,
}: {
  contract: { id: string; number: string; vendor: string; status: string; version: number };
  maySend: boolean;
}) {
  const rounds = useGet<{ items: Short[] }>("contracts", `/api/v1/contracts/${c.id}/rounds`);
  const [chosen, setChosen] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const items = rounds.data?.items ?? [];
  const open = items.some(({ status }) => status === "sent" || status === "answered");
  const shown = items.find((each) => each.id === chosen) ?? items[0];
  const ready = maySend && c.status === "negotiation" && !open;
  return (
    <>
      <Panel title="Negotiation">
        <div className="grid gap-3">
          {items.length === 0 && (
            <p className="text-t2">
              {c.status === "negotiation"
                ? "Nothing was sent yet. A round fixes terms and clauses as they stand and asks the vendor for an answer to each clause."
                : "Nothing was sent. Rounds are sent while the contract is in negotiation."}
            </p>
          )}
          {items.length > 0 && (
            <label className="field max-w-80">
              <span>Round</span>
              <select
                className="field-control"
                value={shown?.id}
                onChange={(event) => setChosen(event.target.value)}
              >
                {items.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.roundNo}, {roundStatuses[each.status].label.toLowerCase()}
                  </option>
                ))}
              </select>
            </label>
          )}
          {ready && (
            <button
              type="button"
              className="btn btn-primary justify-self-start"
              onClick={() => setSending(true)}
            >
              <Send aria-hidden="true" />
              Send round {items.length + 1}
            </button>
          )}
        </div>
      </Panel>
      {shown && <Round key={shown.id} id={shown.id} />}
      {sending && (
        <SendRound contract={c} roundNo={items.length + 1} onClose={() => setSending(false)} />
      )}
    </>
  );
}
