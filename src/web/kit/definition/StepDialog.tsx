import type { DefinitionHead, PublishCheck } from "#kernel/definition.ts";
import { Dialog } from "../overlays.tsx";
import { useGet, useMutationAction } from "../queries.ts";
import { ErrorPanel } from "../states.tsx";
import { notify } from "../Toasts.tsx";

/** What must hold before a version is published; open lines say what to do. */
function CheckList({ items }: { items: readonly PublishCheck[] }) {
  return (
    <ul className="checks" aria-label="What must hold before it is published">
      {items.map((check) => (
        <li key={check.sentence} className={check.ok ? "pass" : "warn"}>
          {check.sentence}
        </li>
      ))}
    </ul>
  );
}

/**
 * Says what publishing or retiring a version does before it happens; publishing shows the check
 * list and waits until it holds. `path`: the kind's address in the API; `nouns`: what else is read anew.
 */
export function StepDialog({
  path,
  version,
  action,
  text,
  nouns = [],
  onClose,
}: {
  path: string;
  version: Pick<DefinitionHead, "id" | "name" | "version">;
  action: "publish" | "retire";
  text: string;
  nouns?: readonly string[];
  onClose: () => void;
}) {
  const change = useMutationAction(path, ...nouns);
  const publishing = action === "publish";
  const checks = useGet<{ items: PublishCheck[] }>(path, `${path}/${version.id}/checks`, {
    enabled: publishing,
  });
  const label = publishing ? "Publish" : "Retire";
  const waits = publishing && !(checks.data?.items.every((check) => check.ok) ?? false);
  const run = () =>
    change.mutate(
      { path: `${path}/${version.id}/actions/${action}`, version: version.version },
      {
        onSuccess: () => notify.done(publishing ? "Published" : "Retired", version.name),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: onClose,
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title={`${label} ${version.name}?`}
      description={text}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className={`btn ${publishing ? "btn-primary" : "btn-danger"}`}
            aria-disabled={change.isPending || waits}
            onClick={() => {
              if (!change.isPending && !waits) run();
            }}
          >
            {label}
          </button>
        </>
      }
    >
      {checks.data && <CheckList items={checks.data.items} />}
      {checks.isError && (
        <ErrorPanel
          error={checks.error}
          what="The check list"
          onRetry={() => void checks.refetch()}
        />
      )}
    </Dialog>
  );
}
