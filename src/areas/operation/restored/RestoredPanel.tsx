import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { AnswerDialog, type Answering } from "./AnswerDialog.tsx";
import type { QuestionRow, RestoreReport } from "./restored.model.ts";

type Report = NonNullable<RestoreReport["report"]>;

/** What the restore knew of the time after its backup, in a sentence. */
const knownOf = (
  { evidence, toldUntil, lost }: Report,
  at: (instant: string) => string,
): string => {
  if (evidence === "bundle")
    return `A kept audit record tells what was written until ${at(toldUntil!)}; ${counted(lost, "entry", "entries")} of it did not come back. Who and what was ended after the backup was closed again. What happened after that moment nobody tells.`;
  if (evidence === "checkpoint")
    return `A kept checkpoint shows that nothing was written after the backup until ${at(toldUntil!)}. Nothing had to be closed.`;
  return "No kept audit record tells who was ended and which keys were revoked after it. So the restore closed everybody but administrators, with every key, token and open invitation, until they are answered.";
};

function AnswerCell({
  one,
  onAnswer,
}: {
  one: QuestionRow;
  onAnswer: (answering: Answering) => void;
}) {
  if (one.answer)
    return (
      <>
        <Badge
          tone={one.answer === "opened" ? "success" : "neutral"}
          label={`${one.answer === "opened" ? "Opened" : "Kept closed"} by ${one.answeredBy}`}
        />
        {one.reason && <span className="block text-t2">{one.reason}</span>}
      </>
    );
  if (one.own) return "Another administrator answers about you";
  return (
    <span className="flex flex-wrap gap-2">
      {!one.final && (
        <button
          type="button"
          className="btn btn-small"
          onClick={() => onAnswer({ answer: "opened", chosen: [one] })}
        >
          Open
        </button>
      )}
      <button
        type="button"
        className="btn btn-small"
        onClick={() => onAnswer({ answer: "kept", chosen: [one] })}
      >
        Keep closed
      </button>
    </span>
  );
}

function Questions({
  items,
  onAnswer,
}: {
  items: readonly QuestionRow[];
  onAnswer: (answering: Answering) => void;
}) {
  const { timeZone } = useAgency();
  const parts: readonly LinePart<QuestionRow>[] = [
    {
      label: "Who or what",
      as: "title",
      cell: (one) => (
        <>
          {one.name}
          <span className="block text-t2">{one.label}</span>
        </>
      ),
    },
    {
      label: "After the backup",
      words: true,
      cell: (one) =>
        one.told ? (
          <>
            {one.told}
            <span className="block text-t2">{`by ${one.toldBy}, ${formatInstant(one.toldAt!, timeZone)}`}</span>
            {one.final && <span className="block text-t2">{one.final}</span>}
          </>
        ) : (
          "Nothing tells"
        ),
    },
    {
      label: "Answer",
      words: true,
      cell: (one) => <AnswerCell one={one} onAnswer={onAnswer} />,
    },
  ];
  return (
    <LineTable
      label="People and keys that the restore closed"
      parts={parts}
      lines={items}
      keyOf={(one) => one.id}
    />
  );
}

/** What a restore closed of the agency. */
export const useRestored = (enabled = true) =>
  useGet<RestoreReport>("restore-report", "/api/v1/restore-report", { enabled });

/** People and keys of the agency that a restore closed, and an administrator's word on each. */
export function RestoredPanel() {
  const { timeZone } = useAgency();
  const [answering, setAnswering] = useState<Answering | null>(null);
  const seen = useRestored();
  if (seen.isPending) return <TableSkeleton columns={3} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="Restore" onRetry={() => void seen.refetch()} />;
  const { report, waiting, items } = seen.data;
  if (!report) return null;
  const at = (instant: string) => formatInstant(instant as Report["madeAt"], timeZone);
  const untold = items.filter((one) => one.answer === null && one.told === null && !one.own);
  return (
    <Panel title="People and keys since the restore">
      <p>
        {`Your agency was restored from the backup of ${at(report.madeAt)}. ${knownOf(report, at)}`}
      </p>
      <p className="mt-2 text-t2">
        Passwords, passkeys and second factors are those of the backup: whoever changed theirs after
        it, because it was lost or known, does so again.
      </p>
      <div className="my-3 flex flex-wrap items-center gap-3">
        <strong className="mr-auto">
          {waiting === 0
            ? "Everything is answered."
            : `${counted(waiting, "waits", "wait")} for an answer.`}
        </strong>
        {untold.length > 1 && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => setAnswering({ answer: "opened", chosen: untold })}
          >
            {`Open all ${untold.length} that nothing speaks against`}
          </button>
        )}
      </div>
      {items.length > 0 && <Questions items={items} onAnswer={setAnswering} />}
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </Panel>
  );
}
