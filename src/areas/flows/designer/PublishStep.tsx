import { useState } from "react";
import { useLocation } from "react-router";
import type { PublishCheck } from "#kernel/definition.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { FlowVersion } from "../definition/flow.model.ts";
import { flowStepTexts } from "./FlowRows.tsx";

const path = "/api/v1/flow-definitions";
const StepDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/StepDialog.tsx")).StepDialog,
);

/** What a saved draft's page is opened with when it was saved to be published. */
export const toPublish = { publish: true } as const;

/** What keeps a workflow from being published, each by its sentence; null while it is looked at. */
export function Obstacles({ checks }: { checks: readonly PublishCheck[] | null }) {
  const open = checks?.filter((check) => !check.ok) ?? [];
  return (
    <div role="status" className="grid gap-1 text-t2">
      <p>
        {checks === null
          ? "Looking at what it lacks …"
          : open.length === 0
            ? "Nothing keeps it from being published."
            : `${open.length} to mend before it is published:`}
      </p>
      {open.length > 0 && (
        <ul className="checks">
          {open.map((check) => (
            <li key={`${check.path ?? ""} ${check.sentence}`} className="warn">
              {check.sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Publishes the draft that is written here: what is not saved yet is saved first (`onSave`), then
 * the check list is shown. `reason` says why it cannot be now.
 */
export function PublishStep({
  flow,
  unsaved,
  reason,
  onSave,
}: {
  flow: FlowVersion | null;
  unsaved: boolean;
  reason: string | null;
  onSave: () => void;
}) {
  const { can } = useAuth();
  const asked = (useLocation().state as { publish?: boolean } | null)?.publish === true;
  const draft = flow?.status === "draft" ? flow : null;
  const [asking, setAsking] = useState(asked && draft !== null);
  if (!can("flow.publish")) return null;
  const saved = draft !== null && !unsaved;
  return (
    <>
      <button
        type="button"
        className="btn"
        disabled={reason !== null}
        title={reason ?? undefined}
        onClick={() => (saved ? setAsking(true) : onSave())}
      >
        {saved ? "Publish" : "Save and publish"}
      </button>
      {asking && draft && (
        <StepDialog
          path={path}
          version={draft}
          action="publish"
          text={flowStepTexts.publish}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
