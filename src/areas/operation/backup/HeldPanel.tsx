import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { HeldAfterRestore } from "./backup.model.ts";

type Answering = { held: readonly HeldAfterRestore[]; action: "release" | "drop" };

const number = (n: number) => n.toLocaleString("en-US");

/** What waits since a restore, kind by kind. */
export const useHeld = (enabled = true) =>
  useGet<{ items: HeldAfterRestore[] }>("restore-holds", "/api/v1/restore-holds", { enabled });

/** How many are due and the first of them by name. */
function Named({ held: { due, names } }: { held: HeldAfterRestore }) {
  if (names.length === 0) return null;
  return (
    <ul className="mt-1 list-disc pl-5">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
      {due > names.length && <li>{`${number(due - names.length)} more`}</li>}
    </ul>
  );
}

/** Whom a release would reach, so that nobody lets a letter to many go out by a slip. */
const reachWords = ({ people }: HeldAfterRestore): string =>
  people > 0 ? ` It reaches ${counted(people, "person", "people")}.` : "";

const consequence = (held: readonly HeldAfterRestore[], action: Answering["action"]): string => {
  const [only, ...more] = held;
  if (more.length > 0)
    return "Nothing of these kinds was due at the restore. From now on they do their work by the clock again.";
  if (action === "drop")
    return "What came due until now counts as told, and nobody hears of it. What comes later goes out as ever.";
  return `What waits goes out now.${reachWords(only!)} Whoever had it before the restore gets it a second time.`;
};

function Answer({ answering, onClose }: { answering: Answering; onClose: () => void }) {
  const { held, action } = answering;
  const act = useMutationAction("restore-holds");
  const verb = action === "release" ? "Release" : "Drop";
  const [first, ...more] = held;
  const answerAll = async () => {
    try {
      for (const { kind } of held)
        await act.mutateAsync({ path: `/api/v1/restore-holds/${kind}/${action}` });
      onClose();
    } catch (error) {
      notify.failed(more.length > 0 ? "Not all was answered" : "Nothing was answered", error);
    }
  };
  return (
    <ConfirmDialog
      title={more.length > 0 ? `${verb} ${held.length} kinds` : `${verb}: ${first!.label}`}
      confirm={verb}
      ready={!act.isPending}
      onClose={onClose}
      onConfirm={() => void answerAll()}
    >
      <p>{consequence(held, action)}</p>
      {more.length > 0 ? (
        <ul className="mt-2 list-disc pl-5">
          {held.map(({ kind, label }) => (
            <li key={kind}>{label}</li>
          ))}
        </ul>
      ) : (
        <Named held={first!} />
      )}
    </ConfirmDialog>
  );
}

const answers = { released: "Released", dropped: "Dropped" } as const;

/** What waits since a restore: what would go out, to how many, since when, and a word for each kind. */
export function HeldPanel() {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const [answering, setAnswering] = useState<Answering | null>(null);
  const seen = useHeld();
  if (seen.isPending) return <TableSkeleton columns={4} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="Restore" onRetry={() => void seen.refetch()} />;
  const { items } = seen.data;
  const open = items.filter((held) => held.answer === null);
  const idle = open.filter((held) => held.due === 0);
  if (items.length === 0) return null;
  const parts: readonly LinePart<HeldAfterRestore>[] = [
    {
      label: "What waits",
      as: "title",
      cell: (held) => (
        <>
          {held.label}
          <span className="block text-t2">{held.about}</span>
          <Named held={held} />
        </>
      ),
    },
    { label: "Due at the restore", cell: (held) => number(held.due) },
    { label: "To", cell: (held) => (held.people ? number(held.people) : "—") },
    {
      label: "Since",
      cell: (held) => (held.since ? formatInstant(held.since, timeZone) : "—"),
    },
    {
      label: "Answer",
      cell: (held) =>
        held.answer ? (
          <Badge
            tone={held.answer === "released" ? "success" : "neutral"}
            label={`${answers[held.answer]} by ${held.answeredBy}`}
          />
        ) : can("restore.answer") ? (
          <span className="flex flex-wrap gap-2">
            {(["release", "drop"] as const).map((action) => (
              <button
                key={action}
                type="button"
                className="btn btn-small"
                onClick={() => setAnswering({ held: [held], action })}
              >
                {action === "release" ? "Release" : "Drop"}
              </button>
            ))}
          </span>
        ) : (
          "Waits for an administrator"
        ),
    },
  ];
  return (
    <Panel title="Since the restore">
      <p className="mb-3">
        {open.length === 0
          ? "Everything that waited since the restore is answered."
          : `This installation was restored from the backup of ${formatInstant(items[0]!.madeAt, timeZone)}. Nothing goes out by itself: release what did not go out before, drop what did.`}
      </p>
      {idle.length > 1 && can("restore.answer") && (
        <p className="mb-3">
          <button
            type="button"
            className="btn"
            onClick={() => setAnswering({ held: idle, action: "release" })}
          >
            {`Release the ${idle.length} kinds of which nothing was due`}
          </button>
        </p>
      )}
      <LineTable
        label="What waits since the restore"
        parts={parts}
        lines={items}
        keyOf={(held) => held.kind}
      />
      {answering && <Answer answering={answering} onClose={() => setAnswering(null)} />}
    </Panel>
  );
}
