import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { floodBuildingForm } from "./flood.form.ts";
import { RecordForm } from "#web/kit/form/RecordForm.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { buildingKinds, floodZones } from "../law/flood.data.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import type { Flood } from "./flood.model.ts";

type Building = Flood["buildings"][number];
const nouns = ["pa-flood", "pa-projects"];
const choose = { value: "", label: "Choose" };
function Fields({ policies }: { policies: Flood["policies"] }) {
  return (
    <>
      <TextField name="name" label="Building" required maxLength={200} />
      <SelectField
        name="kind"
        label="Kind"
        required
        options={[choose, ...options(buildingKinds)]}
      />
      <FormRow>
        <SelectField
          name="zone"
          label="Zone of the flood map"
          required
          options={[choose, ...options(floodZones)]}
        />
        <DateField name="identifiedOn" label="In this zone since" />
      </FormRow>
      <TextField name="panel" label="Panel of the map" required maxLength={120} />
      <FormRow>
        <MoneyField name="buildingValue" label="Building, worth" required />
        <MoneyField name="buildingDamage" label="Building, damage" required />
      </FormRow>
      <FormRow>
        <MoneyField name="contentsValue" label="Contents, worth" required />
        <MoneyField name="contentsDamage" label="Contents, damage" required />
      </FormRow>
      <SelectField
        name="insuranceId"
        label="Flood policy that covers it"
        options={[
          { value: "", label: "None" },
          ...policies.map((i) => ({ value: i.id, label: i.policy })),
        ]}
      />
    </>
  );
}

function BuildingDialog({
  p,
  of,
  policies,
  onClose,
}: {
  p: ProjectDetail;
  of?: Building;
  policies: Flood["policies"];
  onClose: () => void;
}) {
  return (
    <Dialog
      onClose={onClose}
      title={of ? `Change ${of.name}` : "Record a flooded building"}
      description="What comes off follows from its place, its worth on the day of the flood, and its damage."
    >
      <RecordForm
        form={floodBuildingForm}
        draft={null}
        nouns={nouns}
        {...(of ? { record: of, put: true } : { within: { projectId: p.id } })}
        submitLabel={of ? "Save" : "Record"}
        wide={false}
        onCancel={onClose}
        onSaved={onClose}
      >
        <Fields policies={policies} />
      </RecordForm>
    </Dialog>
  );
}

function RemoveDialog({ of, onClose }: { of: Building; onClose: () => void }) {
  return (
    <PostDialog
      title={`Take out ${of.name}`}
      description="Use it for what was recorded in error. The reason stays in the project's history."
      path={`/api/v1/pa-flood-buildings/${of.id}/remove`}
      version={of.version}
      submit="Take out"
      nouns={nouns}
      values={{ reason: "" }}
      onClose={onClose}
    >
      <TextField name="reason" label="Reason" required maxLength={500} />
    </PostDialog>
  );
}

function Shown({
  b,
  policies,
  onChange,
  onRemove,
}: {
  b: Building;
  policies: Flood["policies"];
  onChange: (() => void) | null;
  onRemove: () => void;
}) {
  const since = b.identifiedOn ? ` since ${formatDate(b.identifiedOn)}` : "";
  return (
    <Panel title={b.name}>
      <Facts
        rows={[
          ["Kind", buildingKinds[b.kind]],
          ["Zone", `${floodZones[b.zone]}${since}, panel ${b.panel}`],
          [
            "Building, worth and damage",
            `${formatCents(b.buildingValue)}, ${formatCents(b.buildingDamage)}`,
          ],
          [
            "Contents, worth and damage",
            `${formatCents(b.contentsValue)}, ${formatCents(b.contentsDamage)}`,
          ],
          ["Policy", policies.find((i) => i.id === b.insuranceId)?.policy ?? "None"],
          [
            "Comes off",
            b.applies
              ? `${formatCents(b.building)} for the building, ${formatCents(b.contents)} for its contents. ${b.why}`
              : `Nothing. ${b.why}`,
          ],
        ]}
      />
      {onChange && (
        <div className="mt-3 flex flex-wrap gap-2 no-print">
          <button type="button" className="btn" onClick={onChange}>
            Change<span className="visually-hidden"> {b.name}</span>
          </button>
          <button type="button" className="btn" onClick={onRemove}>
            Take out<span className="visually-hidden"> {b.name}</span>
          </button>
        </div>
      )}
    </Panel>
  );
}

const findingOf = ({ buildings, wanted, shortfall }: Flood): string =>
  buildings.length === 0
    ? "No flooded building is recorded. Record each that stands in a flood hazard area, insured or not."
    : `For its buildings ${formatCents(wanted)} come off what FEMA is asked for; ${formatCents(shortfall)} of that no policy covers.`;

/** Flooded buildings of a project and what they take off, by 44 CFR 206.252. */
export function FloodPanel({ p }: { p: ProjectDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: "new" | "change" | "remove"; of?: Building } | null>(
    null,
  );
  const found = useGet<Flood>("pa-flood", `/api/v1/pa-projects/${p.id}/flood-buildings`);
  const flood = found.data;
  const permanent = !["A", "B", "Z"].includes(p.category);
  const edits =
    can("recovery.edit") && permanent && p.status !== "closed" && p.status !== "withdrawn";
  const close = () => setOpen(null);
  if (!permanent)
    return (
      <p className="text-t2">Emergency work and management costs are not reduced for flood.</p>
    );
  return (
    <div className="stack">
      {flood && (
        <p>
          {findingOf(flood)} <span className="text-t2">{flood.citation}</span>
        </p>
      )}
      {edits && (
        <div className="no-print">
          <button type="button" className="btn" onClick={() => setOpen({ what: "new" })}>
            Record a flooded building
          </button>
        </div>
      )}
      {flood?.buildings.map((b) => (
        <Shown
          key={b.id}
          b={b}
          policies={flood.policies}
          onChange={edits ? () => setOpen({ what: "change", of: b }) : null}
          onRemove={() => setOpen({ what: "remove", of: b })}
        />
      ))}
      {flood && (open?.what === "new" || open?.what === "change") && (
        <BuildingDialog
          p={p}
          {...(open.of ? { of: open.of } : {})}
          policies={flood.policies}
          onClose={close}
        />
      )}
      {open?.what === "remove" && <RemoveDialog of={open.of!} onClose={close} />}
    </div>
  );
}
