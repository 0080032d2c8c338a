import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useList } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { milestoneForm } from "./milestone.form.ts";
import { milestoneStatuses } from "./milestone.labels.ts";
import type { Milestone } from "./milestone.model.ts";
import { StepButtons } from "./StepButtons.tsx";

function PlanDialog({ awardId, onClose }: { awardId: string; onClose: () => void }) {
  return (
    <RecordDialog
      form={milestoneForm}
      within={{ awardId }}
      title="Plan a milestone"
      description="Whoever does it reports it; another person accepts it."
      submitLabel="Plan"
      onClose={onClose}
    >
      <TextField name="title" label="What is reached" required maxLength={200} />
      <TextField name="measure" label="Measured by" maxLength={400} />
      <DateField name="plannedOn" label="Planned on" required />
    </RecordDialog>
  );
}

/** Milestones of an award, or of all of them. */
export function MilestoneTable({ awardId }: { awardId?: string }) {
  const { can } = useAuth();
  const [planning, setPlanning] = useState(false);
  const list = useList<Milestone>(
    "/api/v1/milestones",
    `limit=200${awardId ? `&awardId=${awardId}` : ""}`,
  );
  const items = list.data?.items ?? [];
  return (
    <Panel title="Milestones">
      {items.length === 0 && <p className="text-t2">None planned.</p>}
      <ul className="stack">
        {items.map((m) => (
          <li key={m.id} className="flex flex-wrap items-center gap-3">
            <span className="grow">
              {!awardId && <span className="mono">{m.award} </span>}
              {m.title}, {formatDate(m.plannedOn)}
              {m.measure && <span className="block text-12 text-t3">{m.measure}</span>}
              {m.outcome && <span className="block text-12">{m.outcome}</span>}
            </span>
            <Badge {...milestoneStatuses[m.status]} />
            <StepButtons milestone={m} />
          </li>
        ))}
      </ul>
      {awardId && can("grant.edit") && (
        <button type="button" className="btn mt-3" onClick={() => setPlanning(true)}>
          Plan a milestone
        </button>
      )}
      {planning && awardId && <PlanDialog awardId={awardId} onClose={() => setPlanning(false)} />}
    </Panel>
  );
}
