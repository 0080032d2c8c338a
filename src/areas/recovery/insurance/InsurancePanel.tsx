import { useState } from "react";
import { useFormContext } from "react-hook-form";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { Project } from "../project/project.model.ts";
import type { Insurance } from "./insurance.model.ts";

function Projects({ of }: { of: readonly Project[] }) {
  const { register } = useFormContext();
  return (
    <fieldset className="field">
      <legend className="field-label">Projects that it pays for</legend>
      {of.map((p) => (
        <label key={p.id} className="flex items-center gap-2">
          <input type="checkbox" value={p.id} {...register("projectIds")} />
          {p.number} {p.title}
        </label>
      ))}
    </fieldset>
  );
}

function RecordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useList<Project>("/api/v1/pa-projects", `declarationId=${id}&limit=100`);
  return (
    <PostDialog
      title="Record a policy"
      description="What it is expected to pay is shared over its projects by their estimates, and comes off what FEMA is asked for. Buildings in a flood hazard area are recorded on their project."
      path={`/api/v1/pa-declarations/${id}/insurance`}
      submit="Record"
      nouns={["pa-insurance", "pa-projects"]}
      values={{
        policy: "",
        insurer: "",
        lossCents: null as number | null,
        deductibleCents: null as number | null,
        limitCents: null as number | null,
        projectIds: [] as string[],
      }}
      bodyOf={(v) => ({ ...v, projectIds: v.projectIds || [] })}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="policy" label="Policy" required />
        <TextField name="insurer" label="Insurer" required />
      </FormRow>
      <FormRow>
        <MoneyField name="lossCents" label="Insured loss" required />
        <MoneyField name="deductibleCents" label="Deductible" required />
      </FormRow>
      <MoneyField name="limitCents" label="Limit" required />
      <Projects of={found.data?.items ?? []} />
    </PostDialog>
  );
}

function SettleDialog({ of, onClose }: { of: Insurance; onClose: () => void }) {
  return (
    <PostDialog
      title={`Record what ${of.insurer} paid`}
      description="It takes the place of what was expected, on every project. The size that was frozen stays."
      path={`/api/v1/pa-insurance/${of.id}/settle`}
      version={of.version}
      submit="Record"
      nouns={["pa-insurance", "pa-projects"]}
      values={{ actualCents: null as number | null, settledOn: "", document: "" }}
      onClose={onClose}
    >
      <MoneyField name="actualCents" label="Paid" required />
      <DateField name="settledOn" label="On" required />
      <TextField name="document" label="Letter of the insurer" required />
    </PostDialog>
  );
}

/** Policies of a declaration: expected, paid, and their shares. */
export function InsurancePanel({ id }: { id: string }) {
  const { can } = useAuth();
  const [recording, setRecording] = useState(false);
  const [settling, setSettling] = useState<Insurance | null>(null);
  const found = useGet<{ items: Insurance[] }>(
    "pa-insurance",
    `/api/v1/pa-declarations/${id}/insurance`,
  );
  return (
    <div className="stack">
      {can("recovery.edit") && (
        <div className="no-print">
          <button type="button" className="btn" onClick={() => setRecording(true)}>
            Record a policy
          </button>
        </div>
      )}
      {found.data?.items.length === 0 && <p className="text-t2">No policy is recorded.</p>}
      {found.data?.items.map((i) => (
        <Panel key={i.id} title={`${i.policy}, ${i.insurer}`}>
          <Facts
            rows={[
              [
                "Loss, deductible, limit",
                [i.lossCents, i.deductibleCents, i.limitCents]
                  .map((c) => formatCents(c))
                  .join(", "),
              ],
              ["Expected", formatCents(i.anticipatedCents)],
              [
                "Paid",
                i.actualCents !== null &&
                  `${formatCents(i.actualCents)}, ${i.settledOn ? formatDate(i.settledOn) : ""}`,
              ],
              ["Flood reduction, at least", i.floodCents ? formatCents(i.floodCents) : ""],
              ["Shares", i.shares.map((s) => `${s.project}: ${formatCents(s.cents)}`).join("\n")],
            ]}
          />
          {can("recovery.edit") && (
            <button type="button" className="btn mt-3 no-print" onClick={() => setSettling(i)}>
              Record what was paid<span className="visually-hidden"> by {i.policy}</span>
            </button>
          )}
        </Panel>
      ))}
      {recording && <RecordDialog id={id} onClose={() => setRecording(false)} />}
      {settling && <SettleDialog of={settling} onClose={() => setSettling(null)} />}
    </div>
  );
}
