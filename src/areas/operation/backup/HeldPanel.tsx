import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { HeldAfterRestore } from "./backup.model.ts";

type Answering = { held: HeldAfterRestore; action: "release" | "drop" };

const number = (n: number) => n.toLocaleString("en-US");

function Answer({ answering, onClose }: { answering: Answering; onClose: () => void }) {
  const { held, action } = answering;
  const act = useMutationAction("restore-holds");
  const releases = action === "release";
  return (
    <ConfirmDialog
      title={`${releases ? "Release" : "Drop"}: ${held.label}`}
      confirm={releases ? "Release" : "Drop"}
      ready={!act.isPending}
      onClose={onClose}
      onConfirm={() =>
        act.mutate(
          { path: `/api/v1/restore-holds/${held.kind}/${action}` },
          {
            onSuccess: onClose,
            onError: (error) => notify.failed("Nothing was answered", error),
          },
        )
      }
    >
      <p>
        {releases
          ? "What waits goes out now. Whoever had it before the restore gets it a second time."
          : "What came due until now counts as told, and nobody hears of it. What comes later goes out as ever."}
      </p>
    </ConfirmDialog>
  );
}

const answers = { released: "Released", dropped: "Dropped" } as const;

/** What waits since a restore: what would go out, to how many, since when, and a word for each kind. */
export function HeldPanel() {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const [answering, setAnswering] = useState<Answering | null>(null);
  const seen = useGet<{ items: HeldAfterRestore[] }>("restore-holds", "/api/v1/restore-holds");
  if (seen.isPending) return <TableSkeleton columns={4} />;
  if (seen.isError)
    return <ErrorPanel error={seen.error} what="Restore" onRetry={() => void seen.refetch()} />;
  const { items } = seen.data;
  const open = items.filter((held) => held.answer === null);
  if (items.length === 0) return null;
  const parts: readonly LinePart<HeldAfterRestore>[] = [
    {
      label: "What waits",
      as: "title",
      cell: (held) => (
        <>
          {held.label}
          <span className="block text-t2">{held.about}</span>
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
                onClick={() => setAnswering({ held, action })}
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
