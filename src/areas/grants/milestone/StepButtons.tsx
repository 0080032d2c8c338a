import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Milestone } from "./milestone.model.ts";

function DoneDialog({
  onClose,
  onSend,
}: {
  onClose: () => void;
  onSend: (text: string) => Promise<void>;
}) {
  return (
    <FormDialog<{ outcome: string }>
      title="Report it done"
      description="Another person looks at it and accepts it."
      defaultValues={{ outcome: "" }}
      submitLabel="Report it done"
      onSubmit={async ({ outcome }) => {
        await onSend(outcome);
        onClose();
      }}
      onClose={onClose}
    >
      <TextArea name="outcome" label="What came of it" required maxLength={4000} />
    </FormDialog>
  );
}

/** The steps of a milestone beside it. */
export function StepButtons({ milestone: m }: { milestone: Milestone }) {
  const { can } = useAuth();
  const [asking, setAsking] = useState(false);
  const act = useMutationAction("milestones");
  if (!can("grant.edit")) return null;
  const step = async (action: string, outcome?: string) => {
    await act.mutateAsync({
      path: `/api/v1/milestones/${m.id}/actions/${action}`,
      body: outcome ? { outcome } : {},
      version: m.version,
    });
  };
  const open = m.status === "planned" || m.status === "in_progress";
  return (
    <>
      {open && (
        <button type="button" className="btn" onClick={() => setAsking(true)}>
          Done
        </button>
      )}
      {m.status === "done" && (
        <button
          type="button"
          className="btn btn-primary"
          onClick={() =>
            void step("accept").catch((error: unknown) => notify.failed("Not accepted", error))
          }
        >
          Accept
        </button>
      )}
      {asking && (
        <DoneDialog onClose={() => setAsking(false)} onSend={(text) => step("finish", text)} />
      )}
    </>
  );
}
